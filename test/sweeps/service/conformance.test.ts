import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fixedServer } from '../../../tools/conformance/servers/fixedServer.ts';
import { idsOf } from '../../support/conformance/outcomes.ts';
import { notingOperations, openApi } from '../../support/docs/openApi.ts';
import { OtherDialectServer } from '../../support/otherDialectServer.ts';
import { root } from '../../support/paths.ts';
import { useServices } from '../../support/service/services.ts';
import { testKey } from '../../support/service/standalone.ts';

interface Ended {
  readonly code: number;
  readonly lines: readonly string[];
}

/** Runs the command as the npm script does. */
async function conformance(...args: readonly string[]): Promise<Ended> {
  const command = ['tools/conformance/main.ts', ...args];
  const ended = await promisify(execFile)(process.execPath, command, { cwd: root }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => error,
  );
  return { code: ended.code, lines: ended.stdout.trim().split('\n') };
}

describe('npm run conformance', () => {
  const start = useServices();

  it('starts the local service and finds nothing wrong with its jobs', async () => {
    const { code, lines } = await conformance('--launch', '--plan', 'free', '--only', 'jobs.');
    assert.equal(code, 0, lines.join('\n'));
    assert.match(lines.at(-1) ?? '', /^\d\d passed, 0 failed, 0 skipped$/);
    for (const line of lines.slice(0, -1)) assert.match(line, /^jobs\.[a-z-]+ {2}pass {2}\S.* {2}\(.+\)$/);
  });

  it('checks a service at an address without spending a credit', async () => {
    const service = await start(['--plan', 'guest', '--credits', '7']);
    const args = ['--base-url', service.api.baseUrl, '--key', testKey, '--read-only'];
    const { code, lines } = await conformance(...args);
    assert.equal(code, 1);
    // A guest has 50 credits; this one got 7.
    assert.deepEqual(
      lines.filter((line) => line.includes('  fail  ')).map((line) => line.split('  ')[0]),
      ['entitlements.plan-credits'],
    );
    assert.ok(lines.length > 30);
    assert.ok(!lines.join('\n').includes(testKey));
    const { json } = await service.api.call('/convert/entitlements/me');
    assert.equal(json?.['remainingCredits'], 7);
  });

  it('exits with 1 if a rule fails, and with 2 for an invalid command line', async () => {
    const service = await start();
    const wrongKey = await conformance('--base-url', service.api.baseUrl, '--key', 'wrong', '--read-only');
    assert.equal(wrongKey.code, 1);
    assert.equal((await conformance('--base-url', service.api.baseUrl)).code, 2);
  });
});

describe('A conformance run', () => {
  const start = useServices();

  it('finds nothing wrong with a running service, whose every operation it requests', async () => {
    const service = await start(['--plan', 'free']);
    const servers = fixedServer(new URL(service.api.baseUrl), testKey);
    const { description, noted } = notingOperations();
    assert.deepEqual(await idsOf('fail', servers, { description }), []);
    // Signed uploads take a store that clients can reach, so their rules run in a network with one.
    const offered = openApi.operations.map(({ name }) => name).filter((name) => !name.includes('/uploads'));
    assert.deepEqual([...noted].toSorted(), offered.toSorted());
  });

  it('finds in another dialect only what contradicts api.md', async () => {
    const service = await start(['--plan', 'free']);
    const server = await OtherDialectServer.start(service.api.baseUrl);
    const servers = fixedServer(new URL(server.baseUrl), testKey);
    // The balance is sent as text, but api.md requires a number.
    assert.deepEqual(await idsOf('fail', servers), ['entitlements.fields']);
    await server.stop();
  });
});
