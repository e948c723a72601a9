import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import os from 'node:os';
import { once } from 'node:events';
import path from 'node:path';
import { addKey } from '../../../../src/network/accounts/keys.ts';
import { privateAuthority } from '../../../support/http/privateAuthority.ts';
import { accountWith } from '../../../support/network/accounts.ts';
import { networkCommand } from '../../../support/network/networkCommand.ts';
import { NetworkNode } from '../../../support/network/networkNode.ts';
import { useDatabase } from '../../../support/network/testDatabase.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const route = '/convert/entitlements/me';
const office = '10.1.2.3';

describe('An API node', () => {
  const folder = useTemporaryFolder();
  const current = useDatabase();
  let node: NetworkNode | undefined;
  afterEach(async () => {
    await node?.stop();
    node = undefined;
  });

  const environment = () => ({ FUN_DATABASE_URL: current.url, FUN_STORE: path.join(folder.path, 'store') });
  const start = async (settings: NodeJS.ProcessEnv = {}) => {
    node = await NetworkNode.start('api', { ...environment(), ...settings });
    return node;
  };
  const keyFrom = async (...allowed: string[]): Promise<string> =>
    addKey(current.database, await accountWith(current.database), { name: 'key', allowed });
  const announced = async (settings: NodeJS.ProcessEnv) => {
    node = await NetworkNode.start('all', { ...environment(), ...settings });
    const { authUrl } = await (await fetch(`${node.baseUrl}/.well-known/file-utility`)).json();
    await node.stop();
    return authUrl;
  };
  const statusWith = async (key: string, forwardedFor?: string): Promise<number> => {
    const headers = { 'X-Service-Api-Key': key, ...(forwardedFor && { 'X-Forwarded-For': forwardedFor }) };
    return (await fetch(`${node?.baseUrl}${route}`, { headers })).status;
  };

  it('doesn’t start if others could eavesdrop', async () => {
    const settings = { ...environment(), FUN_LISTEN: '0.0.0.0:0', FUN_OPERATIONS_LISTEN: '127.0.0.1:0' };
    const { exitCode, stderr } = await networkCommand(['--role', 'api'], settings);
    assert.equal(exitCode, 2);
    assert.match(
      stderr,
      /^Other computers can reach 0\.0\.0\.0:0, so it needs TLS\. Set FUN_TLS_CERTIFICATE_FILE, or /m,
    );
  });

  it('serves other computers with its certificate, and then answers no unencrypted request', async () => {
    const { certificate, server } = await privateAuthority();
    const files = { FUN_TLS_CERTIFICATE_FILE: 'certificate.pem', FUN_TLS_KEY_FILE: 'key.pem' };
    const [cert, secret] = Object.values(files).map((name) => path.join(folder.path, name));
    assert.ok(cert && secret);
    writeFileSync(cert, server.cert);
    writeFileSync(secret, server.key);
    const key = await keyFrom();
    const { baseUrl } = await start({
      FUN_LISTEN: '0.0.0.0:0',
      FUN_TLS_CERTIFICATE_FILE: cert,
      FUN_TLS_KEY_FILE: secret,
    });
    const { port } = new URL(baseUrl);
    const request = https.get(`https://127.0.0.1:${port}${route}`, {
      ca: certificate,
      headers: { 'X-Service-Api-Key': key },
      agent: false,
    });
    const [response]: IncomingMessage[] = await once(request, 'response');
    response?.resume();
    assert.equal(response?.statusCode, 200);
    await assert.rejects(
      fetch(`http://127.0.0.1:${port}${route}`, { headers: { 'X-Service-Api-Key': key } }),
    );
  });

  it('shows its metrics only to requests that name this computer', async () => {
    const { operationsUrl } = await start();
    const status = async (headers: http.OutgoingHttpHeaders) => {
      const [response]: IncomingMessage[] = await once(
        http.get(new URL('/metrics', operationsUrl), { headers }),
        'response',
      );
      response?.resume();
      return response?.statusCode;
    };
    assert.deepEqual([await status({}), await status({ Host: 'evil.example.com' })], [200, 403]);
  });

  it('announces account pages on loopback only if no other computer reaches the API', async () => {
    assert.match(await announced({}), /^http:\/\/127\.0\.0\.1:/);
    const behindProxy = { FUN_TRUSTED_PROXIES: '127.0.0.1' };
    assert.equal(await announced(behindProxy), undefined);
    const authUrl = 'https://accounts.example.com';
    assert.equal(await announced({ ...behindProxy, FUN_AUTH_URL: authUrl }), authUrl);
  });

  it('trusts a trusted proxy’s address, and skips further proxies', async () => {
    const key = await keyFrom('10.1.0.0/16');
    await start({ FUN_TRUSTED_PROXIES: '127.0.0.1, 172.16.0.9' });
    assert.equal(await statusWith(key, office), 200);
    assert.equal(await statusWith(key, `${office}, 172.16.0.9`), 200);
    assert.equal(await statusWith(key, '192.0.2.7'), 401);
    assert.equal(await statusWith(key), 401);
  });

  it('trusts no address that a caller added before the proxy', async () => {
    const key = await keyFrom('10.1.0.0/16');
    await start({ FUN_TRUSTED_PROXIES: '127.0.0.1' });
    for (const forged of [
      `${office}, 192.0.2.7`,
      `${office}, 172.16.0.9`,
      `${office}, nonsense`,
      'nonsense',
    ]) {
      assert.equal(await statusWith(key, forged), 401, forged);
    }
  });

  it('doesn’t trust callers in the proxies’ network about other addresses', async () => {
    const key = await keyFrom('10.1.0.0/16');
    await start({ FUN_TRUSTED_PROXIES: '127.0.0.0/8, 10.0.0.0/8' });
    assert.equal(await statusWith(key, office), 200);
    assert.equal(await statusWith(key, `${office}, 10.2.0.1`), 401);
    assert.equal(await statusWith(key, `${office}, 127.0.0.5`), 401);
  });

  it('closes connections of other computers that bypass the proxy, and so do the account pages', async function () {
    const own = Object.values(os.networkInterfaces()).flat();
    const address = own.find((each) => each?.family === 'IPv4' && !each.internal)?.address;
    if (address === undefined) return this.skip();
    const listen = { FUN_LISTEN: `${address}:0`, FUN_ACCOUNTS_LISTEN: `${address}:0` };
    const url = 'https://files.example.com';
    for (const proxy of ['192.0.2.7', address]) {
      node = await NetworkNode.start('all', {
        ...environment(),
        ...listen,
        FUN_AUTH_URL: url,
        FUN_TRUSTED_PROXIES: proxy,
      });
      const pages = node.log.find((line) => line.includes('Account pages started')) ?? '';
      for (const at of [
        `${node.baseUrl}/.well-known/file-utility`,
        `${JSON.parse(pages).address}/account/login`,
      ])
        await (proxy === address ? fetch(at) : assert.rejects(fetch(at), TypeError));
      await node.stop();
    }
  });

  it('trusts nobody if no proxy is trusted', async () => {
    const key = await keyFrom('10.1.0.0/16');
    await start();
    assert.equal(await statusWith(key, office), 401);
  });
});
