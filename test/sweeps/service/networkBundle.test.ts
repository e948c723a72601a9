import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { networkBundle } from '../../support/http/networkBundle.ts';
import { json, withServer } from '../../support/http/scriptedServer.ts';

const run = promisify(execFile);

/**
 * Loads and uses the bundle in a process without undici's globals, and prints which of these globals it left behind.
 */
const script = `
  const slots = () => Object.getOwnPropertySymbols(globalThis).map(String).filter((name) => name.includes('undici'));
  const before = slots();
  const { createNetworkService } = require(process.argv[1]);
  const proxy = { proxy: 'http://127.0.0.1:1', noProxy: [], enabled: true, strictSsl: true, systemCertificates: true, env: {} };
  const clock = { now: Date.now, monotonic: () => performance.now(), schedule: () => ({ dispose() {} }) };
  const { client, dispose } = createNetworkService({
    baseUrl: new URL(process.argv[2]), apiKey: async () => 'key', proxy, writing: {}, clock, log() {},
  });
  client.entitlements('convert', new AbortController().signal).then(({ tier }) => {
    dispose();
    console.log(JSON.stringify({ tier, before, after: slots() }));
  });
`;

describe('The network bundle', () => {
  it('leaves the shared process’s global dispatcher alone', async () => {
    await withServer(json(200, { tier: 'Free' }), async ({ baseUrl }) => {
      const { stdout } = await run(process.execPath, ['-e', script, networkBundle, baseUrl.href]);
      assert.deepEqual(JSON.parse(stdout), { tier: 'free', before: [], after: [] });
    });
  });

  it('contains no fetch, mock, or global dispatcher of undici', async () => {
    const code = await readFile(networkBundle, 'utf8');
    for (const part of ['lib/global.js', 'lib/web/fetch/index.js', 'lib/mock/']) {
      assert.ok(!code.includes(`undici/${part}`), part);
    }
  });
});
