import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { OpenApi } from '../../src/conformance/answers/openApi.ts';
import { runConformance } from '../../src/conformance/index.ts';
import { resultLine } from '../../src/conformance/report.ts';
import { Slots } from '../../src/conformance/servers/slots.ts';
import type { TierName } from '../../src/contract/tiers.ts';
import { direct } from '../support/http/networkFixture.ts';
import { NetworkServers } from '../support/network/networkServers.ts';

const plans: readonly TierName[] = ['guest', 'free', 'pro'];
const maxGroups = 4;

describe('The network', function () {
  this.timeout(1_800_000);

  it('obeys every rule of the API in every plan, with two API nodes and three workers', async () => {
    const servers = new NetworkServers(new Slots(maxGroups));
    const description = new OpenApi(readFileSync('docs/openapi.yaml', 'utf8'));
    const { signal } = new AbortController();
    const runs = plans.map(async (plan) => {
      const wrong: string[] = [];
      let passed = 0;
      for await (const result of runConformance({
        servers: servers.of(plan),
        plan,
        description,
        proxy: direct,
        signal,
      })) {
        if (result.outcome === 'pass') passed += 1;
        else wrong.push(`${plan}: ${resultLine(result)}`);
      }
      assert.ok(passed > 0);
      return wrong;
    });
    assert.deepEqual((await Promise.all(runs)).flat(), []);
  });
});
