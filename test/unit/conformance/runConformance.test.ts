import assert from 'node:assert/strict';
import { fixedServer, runConformance } from '../../../src/conformance/index.ts';
import { rules } from '../../../src/conformance/rules/index.ts';
import { direct, never, testKey } from '../../support/http/networkFixture.ts';
import { json, withServer } from '../../support/http/scriptedServer.ts';

const unknown = json(404, { error: 'request.not_found', detail: 'There is nothing here.' });

describe('A read-only conformance run', () => {
  it('judges every rule that spends nothing and sends no file with a valid key', async () => {
    await withServer(unknown, async ({ baseUrl, seen }) => {
      const servers = fixedServer(baseUrl, testKey);
      const ids: string[] = [];
      for await (const { rule } of runConformance({
        servers,
        readOnly: true,
        proxy: direct,
        signal: never(),
      }))
        ids.push(rule.id);
      assert.deepEqual(
        ids,
        rules.filter((rule) => !rule.spends).map(({ id }) => id),
      );
      const files = seen.filter(
        ({ method, headers }) =>
          method === 'POST' &&
          headers['x-service-api-key'] === testKey &&
          Number(headers['content-length']) > 1000,
      );
      assert.deepEqual(files, []);
    });
  });
});
