import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { withBundledNetwork } from '../../support/http/networkBundle.ts';
import { direct, failureOf, never } from '../../support/http/networkFixture.ts';
import { type PrivateAuthority, privateAuthority } from '../../support/http/privateAuthority.ts';
import { json, withServer } from '../../support/http/scriptedServer.ts';

const reply = json(200, { tier: 'Pro' });
const askScript = path.join(import.meta.dirname, '../../support/http/askEntitlements.ts');
const run = promisify(execFile);

/** The answer that a new process gets from a server of the authority. `env` passes the process its certificates. */
async function inFreshProcess(
  authority: PrivateAuthority,
  env: (file: string) => NodeJS.ProcessEnv,
  systemCertificates: boolean,
): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'fun-authority-'));
  try {
    const file = path.join(folder, 'authority.pem');
    await writeFile(file, authority.certificate);
    return await withServer(
      reply,
      async ({ baseUrl }) => {
        const options = JSON.stringify({ baseUrl: baseUrl.href, systemCertificates });
        const { stdout } = await run(process.execPath, [askScript, options], {
          env: { ...process.env, ...env(file) },
        });
        return stdout.trim();
      },
      { tls: authority.server },
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

const asSystem = (file: string): NodeJS.ProcessEnv => ({ SSL_CERT_FILE: file });

describe('The shipped network code', () => {
  it('refuses a certificate from an untrusted authority before it sends anything', async () => {
    const { server: tls } = await privateAuthority();
    await withBundledNetwork(
      reply,
      async ({ client, server }) => {
        assert.partialDeepStrictEqual(await failureOf(client.entitlements('convert', never())), {
          code: 'transport.certificate',
          requestComplete: false,
        });
        assert.equal(server.seen.length, 0);
      },
      { tls },
    );
  });

  it('refuses a certificate for another host', async () => {
    const { server: tls } = await privateAuthority();
    await withServer(
      reply,
      async ({ baseUrl }) => {
        const overrides = { baseUrl: new URL(`https://localhost:${baseUrl.port}`) };
        await withBundledNetwork(
          reply,
          async ({ client }) => {
            const failure = await failureOf(client.entitlements('convert', never()));
            assert.equal(failure['code'], 'transport.certificate');
          },
          overrides,
        );
      },
      { tls },
    );
  });

  it('accepts any certificate if the user turned the check off', async () => {
    const { server: tls } = await privateAuthority();
    const proxy = { ...direct, strictSsl: false };
    await withBundledNetwork(
      reply,
      async ({ client }) => assert.equal((await client.entitlements('convert', never())).tier, 'pro'),
      { tls, proxy },
    );
  });

  it('trusts an authority in NODE_EXTRA_CA_CERTS', async () => {
    const authority = await privateAuthority();
    const outcome = await inFreshProcess(authority, (file) => ({ NODE_EXTRA_CA_CERTS: file }), false);
    assert.equal(outcome, 'pro');
  });

  it('trusts an authority that the system trusts, unless the user turned that off', async function () {
    // On other systems, OpenSSL's variable doesn't replace the system's certificate store, so the test would have to
    // change it.
    if (process.platform !== 'linux') this.skip();
    const authority = await privateAuthority();
    assert.equal(await inFreshProcess(authority, asSystem, true), 'pro');
    assert.equal(await inFreshProcess(authority, asSystem, false), 'transport.certificate');
  });
});
