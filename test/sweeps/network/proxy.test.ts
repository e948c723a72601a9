import assert from 'node:assert/strict';
import { runConformance } from '../../../tools/conformance/index.ts';
import { resultLine } from '../../../tools/conformance/runRules.ts';
import { fixedServer } from '../../../tools/conformance/servers/fixedServer.ts';
import { direct, never } from '../../support/http/networkFixture.ts';
import { closedPort } from '../../support/http/port.ts';
import { password, personWith } from '../../support/network/accounts.ts';
import { startCaddy } from '../../support/network/caddy.ts';
import { Cluster } from '../../support/network/cluster.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const ann = 'ann@example.com';

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
    const caddy = await startCaddy(folder.path, {
      address,
      accounts: `127.0.0.1:${accountsPort}`,
      api: cluster.origins.map(({ host }) => host),
    });
    try {
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
      await caddy.stop();
      await cluster.stop();
    }
  });
});
