import type { Description } from '../../../tools/conformance/answers/openApi.ts';
import { runConformance } from '../../../tools/conformance/index.ts';
import type { RuleOutcome } from '../../../tools/conformance/rule.ts';
import type { ServerSource } from '../../../tools/conformance/servers/serverSource.ts';
import type { TierName } from '../../../src/contract/tiers.ts';
import { direct, never } from '../http/networkFixture.ts';

/** The ids of rules with a given outcome at some servers, limited to ids that start with `only`. */
export async function idsOf(
  outcome: RuleOutcome,
  servers: ServerSource,
  { plan, ...rest }: { only?: string; plan?: TierName; description?: Description } = {},
): Promise<string[]> {
  const ids: string[] = [];
  const options = { servers, ...rest, proxy: direct, signal: never(), ...(plan ? { plan } : {}) };
  for await (const result of runConformance(options)) {
    if (result.outcome === outcome) ids.push(result.rule.id);
  }
  return ids;
}
