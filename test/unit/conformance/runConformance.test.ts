import assert from 'node:assert/strict';
import { fixedServer, runConformance } from '../../../src/conformance/index.ts';
import { rules } from '../../../src/conformance/rules/index.ts';
import { openApi } from '../../support/docs/openApi.ts';
import { direct, never, testKey } from '../../support/http/networkFixture.ts';
import { json, type SeenRequest, withServer } from '../../support/http/scriptedServer.ts';

const unknown = json(404, { error: 'request.not_found', detail: 'There is nothing here.' });
const proUser = json(200, { planId: 'p', planName: 'Pro', tier: 'PRO', totalCredits: 12_000 });
const spends = new Map(rules.map((rule) => [rule.id, rule.spends]));

function options(baseUrl: URL, signal = never()) {
  return { servers: fixedServer(baseUrl, testKey), readOnly: true, proxy: direct, signal };
}

describe('runConformance', () => {
  it('yields every rule once, in their order', async () => {
    await withServer(unknown, async ({ baseUrl }) => {
      const ids: string[] = [];
      for await (const { rule } of runConformance(options(baseUrl))) ids.push(rule.id);
      assert.deepEqual(
        ids,
        rules.filter((rule) => !rule.spends).map(({ id }) => id),
      );
    });
  });

  it('leaves out the rules of other tiers than the one that the service names', async () => {
    await withServer(proUser, async ({ baseUrl }) => {
      const ids: string[] = [];
      const only = 'credits.';
      for await (const { rule } of runConformance({ ...options(baseUrl), readOnly: false, only })) {
        ids.push(rule.id);
      }
      assert.ok(ids.includes('credits.insufficient'));
      assert.ok(!ids.includes('credits.daily-limit'));
    });
  });

  it('tells behind the rules which answers are not as described, whichever were asked for', async () => {
    const numbered = json(200, { planId: 7, planName: 'Pro', tier: 'PRO', totalCredits: 12_000 });
    await withServer(numbered, async ({ baseUrl }) => {
      const lines: string[] = [];
      const only = 'entitlements.total';
      for await (const { rule, outcome } of runConformance({
        ...options(baseUrl),
        only,
        description: openApi,
      })) {
        lines.push(`${rule.id} ${outcome}`);
      }
      assert.deepEqual(lines, ['entitlements.total-credits pass', 'answers.described fail']);
    });
  });

  it('says that all answers are as described only to who asks for it', async () => {
    await withServer(proUser, async ({ baseUrl }) => {
      const told = async (only: string): Promise<string[]> => {
        const ids: string[] = [];
        for await (const { rule } of runConformance({ ...options(baseUrl), only, description: openApi })) {
          ids.push(rule.id);
        }
        return ids;
      };
      assert.deepEqual(await told('entitlements.total'), ['entitlements.total-credits']);
      assert.deepEqual(await told('answers.'), ['answers.described']);
    });
  });

  it('sends no file with a valid key when it may only read', async () => {
    const files: SeenRequest[] = [];
    await withServer(unknown, async ({ baseUrl, seen }) => {
      for await (const { rule } of runConformance(options(baseUrl))) assert.equal(spends.get(rule.id), false);
      files.push(
        ...seen.filter(
          ({ method, headers }) =>
            method === 'POST' &&
            headers['x-service-api-key'] === testKey &&
            Number(headers['content-length']) > 1000,
        ),
      );
    });
    assert.deepEqual(files, []);
  });

  it('ends with the iteration when that is left early', async () => {
    await withServer(unknown, async ({ baseUrl, seen }) => {
      for await (const { rule } of runConformance(options(baseUrl))) if (rule.id) break;
      const asked = seen.length;
      assert.ok(asked < 10, `${asked} requests`);
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      assert.equal(seen.length, asked);
    });
  });

  it('throws the reason when it is stopped', async () => {
    await withServer(
      () => {},
      async ({ baseUrl }) => {
        const controller = new AbortController();
        const results = runConformance(options(baseUrl, controller.signal));
        controller.abort(new Error('Enough'));
        await assert.rejects(async () => {
          for await (const result of results) assert.fail(result.rule.id);
        }, /Enough/);
      },
    );
  });
});
