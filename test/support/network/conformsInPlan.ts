import assert from 'node:assert/strict';
import { runConformance } from '../../../tools/conformance/index.ts';
import { resultLine } from '../../../tools/conformance/runRules.ts';
import { Slots } from '../../../tools/conformance/servers/slots.ts';
import type { TierName } from '../../../src/contract/tiers.ts';
import { openApi } from '../docs/openApi.ts';
import { direct } from '../http/networkFixture.ts';
import { NetworkServers } from './networkServers.ts';

const maxGroups = 4;

/**
 * Asserts that a network with two API nodes and three workers follows the rules in this plan. `only` limits them to ids
 * that start with it.
 */
export async function conformsInPlan(plan: TierName, only = ''): Promise<void> {
  const servers = new NetworkServers(new Slots(maxGroups)).of(plan);
  const { signal } = new AbortController();
  const wrong: string[] = [];
  let passed = 0;
  for await (const result of runConformance({
    servers,
    plan,
    only,
    description: openApi,
    proxy: direct,
    signal,
  })) {
    if (result.outcome === 'pass') passed += 1;
    else wrong.push(resultLine(result));
  }
  assert.deepEqual(wrong, []);
  assert.ok(passed > 0);
}
