import assert from 'node:assert/strict';
import { findPrograms } from '../../../src/engines/programs/findPrograms.ts';
import { localCatalog } from '../../../src/vscode/localService/localCatalog.ts';
import { LocalService } from '../../../src/vscode/localService/localService.ts';
import { never } from '../../support/http/networkFixture.ts';
import { connectTo } from '../../support/service/clientFixture.ts';
import { commandLineOf, localServices } from '../../support/service/processes.ts';
import { StandaloneService, testKey, withPrograms } from '../../support/service/standalone.ts';

const environments = { without: { PATH: '' }, with: withPrograms };

describe('A window’s catalog of the local service', () => {
  for (const [which, env] of Object.entries(environments)) {
    it(`matches the service’s answer ${which} the user’s programs`, async () => {
      const service = await StandaloneService.start([], env);
      const connection = connectTo(service.api.baseUrl, testKey);
      try {
        const known = localCatalog(await findPrograms({ paths: {}, avoid: [] }, env));
        const [conversions, compressions] = [
          await service.api.call('/convert/conversions'),
          await service.api.call('/compress'),
        ];
        // Only the standalone service charges credits.
        const charged = known.conversions.map((pair) => ({ ...pair, credits: 1 }));
        assert.deepEqual(
          { ...known, conversions: charged },
          {
            conversions: await connection.client.conversions(never()),
            compressions: await connection.client.compressions(never()),
            combinations: await connection.client.combinations(never()),
            installable: Object(conversions.json).installable,
            installableCompressions: Object(compressions.json).installable,
          },
        );
      } finally {
        connection.dispose();
        await service.stop();
      }
    });
  }

  it('is available without the service', async () => {
    const local = new LocalService({ scriptPath: '/nowhere/localService.cjs', log: () => {} });
    const { conversions } = await local.catalog();
    assert.ok(conversions.some(({ from, to }) => from === 'png' && to === 'webp'));
    assert.ok(!localServices().some((pid) => commandLineOf(pid).includes('/nowhere/')));
    local.dispose();
  });
});
