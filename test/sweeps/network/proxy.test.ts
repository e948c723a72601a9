import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { runConformance } from '../../../tools/conformance/index.ts';
import { resultLine } from '../../../tools/conformance/report.ts';
import { fixedServer } from '../../../tools/conformance/servers/fixedServer.ts';
import { direct, never } from '../../support/http/networkFixture.ts';
import { closedPort } from '../../support/http/port.ts';
import { password, personWith } from '../../support/network/accounts.ts';
import { Cluster } from '../../support/network/cluster.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const ann = 'ann@example.com';
/** Options that keep Caddy from using fixed ports and from changing the system. */
const options = '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n';

describe('deploy/Caddyfile', () => {
  const folder = useTemporaryFolder();

  it('leads people to the account pages, and programs to the API, at one address with TLS', async () => {
    const [port, accountsPort] = [await closedPort(), await closedPort()];
    const address = `https://localhost:${port}`;
    const cluster = await Cluster.start({
      api: 2,
      workers: 0,
      accounts: true,
      env: { FUN_AUTH_URL: address, FUN_ACCOUNTS_LISTEN: `127.0.0.1:${accountsPort}` },
    });
    const config = path.join(folder.path, 'Caddyfile');
    const [first, second] = cluster.origins.map(({ host }) => host);
    const adapted = readFileSync('deploy/Caddyfile', 'utf8')
      .replace('accounts:8788', `127.0.0.1:${accountsPort}`)
      .replace('api-1:8787 api-2:8787', `${first} ${second}`);
    writeFileSync(config, `${options}${adapted}`);
    const caddy = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
      env: {
        ...process.env,
        HOST_NAME: address,
        HOME: folder.path,
        XDG_DATA_HOME: folder.path,
        XDG_CONFIG_HOME: folder.path,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(caddy, 'exit');
    try {
      for await (const line of createInterface({ input: caddy.stderr }))
        if (line.includes('serving initial configuration')) break;
      caddy.stderr.resume();
      await personWith(cluster.database, ann);
      const identity = { email: ann, password };
      const servers = fixedServer(new URL(address), await cluster.tenant(), identity);
      const proxy = { ...direct, strictSsl: false };
      const results = runConformance({ servers, plan: 'pro', only: 'identity.', proxy, signal: never() });
      const lines: string[] = [];
      let passed = 0;
      for await (const result of results) {
        if (result.outcome === 'pass') passed += 1;
        else lines.push(resultLine(result));
      }
      assert.deepEqual(lines, []);
      assert.ok(passed > 10);
    } finally {
      caddy.kill();
      await ended;
      await cluster.stop();
    }
  });
});
