import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { becomes } from '../../support/eventually.ts';
import { image } from '../../support/service/fixtures.ts';
import { addressesOf, childrenOf, isRunning } from '../../support/service/processes.ts';
import { useServices } from '../../support/service/services.ts';
import { bundle } from '../../support/service/standalone.ts';

/** Runs the service with arguments that it must refuse. */
function refusal(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bundle, ...args], {
    encoding: 'utf8',
    timeout: 240_000,
  });
  return { status, stdout, stderr };
}

describe('The standalone service', () => {
  const start = useServices();

  it('prints its base URL, and listens only there, on loopback', async () => {
    const { api, pid } = await start();
    const [, port] = /^http:\/\/127\.0\.0\.1:(\d+)$/.exec(api.baseUrl) ?? [];
    const address = `tcp 0100007F:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`;
    assert.deepEqual([...new Set(addressesOf(pid))], [address]);
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`ends with its workers at ${signal}`, async () => {
      const service = await start();
      await service.api.submit('/compress', image('alpha.png'));
      const workers = childrenOf(service.pid);
      assert.equal(workers.length, 1);
      assert.equal(await service.stop(signal), 0);
      await becomes(() => workers.filter(isRunning), []);
    });
  }

  it('passes only required environment variables to its workers', async () => {
    process.env['FUN_TEST_SECRET'] = 'secret';
    const service = await start().finally(() => delete process.env['FUN_TEST_SECRET']);
    await service.api.submit('/compress', image('alpha.png'));
    const environments = childrenOf(service.pid).map((pid) => readFileSync(`/proc/${pid}/environ`, 'latin1'));
    assert.equal(environments.length, 1);
    for (const environment of environments) {
      assert.ok(!environment.includes('FUN_TEST_SECRET'));
      assert.match(environment, /\0?HOME=/);
    }
    assert.match(readFileSync(`/proc/${service.pid}/environ`, 'latin1'), /FUN_TEST_SECRET/);
  });

  it('takes its workers along when it is killed', async () => {
    const service = await start();
    await service.api.submit('/convert', image('16-bit.png'), { targetFormat: 'avif' });
    const workers = childrenOf(service.pid);
    await service.stop('SIGKILL');
    await becomes(() => workers.filter(isRunning), []);
  });

  it('refuses a wrong argument with one sentence, which repeats it as plain characters', () => {
    const { status, stdout, stderr } = refusal('--key', 'k', '--plan', '\u001B[2Jred');
    const sentence = '--plan must be guest, free, or pro, not "␛[2Jred".\n';
    assert.deepEqual([status, stdout, stderr], [2, '', sentence]);
  });

  it('reports that a port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    assert.ok(typeof address === 'object' && address !== null);
    const { status, stderr } = refusal('--key', 'k', '--port', String(address.port));
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`^The service can’t listen on port ${address.port}: .*\n$`));
    taken.close();
  });

  it('can’t be started in the extension’s mode', () => {
    assert.equal(refusal('local').status, 1);
  });
});
