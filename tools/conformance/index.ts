import type { ProxySettings } from '../../src/client/dispatchers.ts';
import { parseEntitlements } from '../../src/contract/entitlements.ts';
import { routes } from '../../src/contract/routes.ts';
import type { TierName } from '../../src/contract/tiers.ts';
import { type Clock, systemClock } from '../../src/util/clock.ts';
import { Audit } from './answers/audit.ts';
import type { Description } from './answers/openApi.ts';
import { RawHttp, type RawHttpOptions } from './http/rawHttp.ts';
import type { ConformanceRule, RuleResult } from './rule.ts';
import { rules as allRules } from './rules/index.ts';
import { runRules } from './runRules.ts';
import type { ServerSource } from './servers/serverSource.ts';

export interface ConformanceOptions {
  readonly servers: ServerSource;
  /** The tier whose limits apply. By default, the server is asked for it. */
  readonly plan?: TierName;
  /** True to run only rules without requests that could be charged. */
  readonly readOnly?: boolean;
  /** Limits the run to rules whose id begins with this. */
  readonly only?: string;
  /** A description that every answer must match, too. */
  readonly description?: Description;
  readonly proxy: ProxySettings;
  readonly clock?: Clock;
  readonly signal: AbortSignal;
}

/**
 * Tests a server against docs/api.md, rule by rule, in order. The last results compare all answers with a description,
 * if there is one. Leaving the iteration early stops the work. When the iteration is over, everything that was started
 * has ended. The iteration throws only the signal's reason.
 */
export async function* runConformance(options: ConformanceOptions): AsyncGenerator<RuleResult> {
  const { servers, description, proxy, clock = systemClock, only = '' } = options;
  const left = new AbortController();
  const signal = AbortSignal.any([options.signal, left.signal]);
  const audit = description && new Audit(description);
  const http: RawHttpOptions = { proxy, onAnswer: audit?.hear.bind(audit), signal };
  const plan = options.plan ?? (await planOfKey(servers, http));
  const results = runRules(selected(options, plan), { ...http, servers, plan, clock });
  try {
    for (const result of results) yield await result;
    // A deviation is reported whichever rules were selected.
    yield* (
      audit?.results().filter(({ rule, outcome }) => outcome === 'fail' || rule.id.startsWith(only)) ?? []
    );
  } finally {
    left.abort();
    await Promise.allSettled(results);
  }
}

/**
 * Skips the rules for other tiers than the key's, and those about parts that launched servers don't have. If the tier is
 * unknown, all rules are kept.
 */
function selected(
  { servers, readOnly = false, only = '' }: ConformanceOptions,
  plan: TierName | undefined,
): readonly ConformanceRule[] {
  return allRules
    .filter(({ needs = {} }) => !servers.launched || servers.groupOf(needs) !== undefined)
    .filter(({ plans }) => plans === undefined || plan === undefined || plans.includes(plan))
    .filter(({ id, spends }) => id.startsWith(only) && !(readOnly && spends === true));
}

/** The tier from the entitlements, or `undefined` if they can't be read, which the rules report. */
async function planOfKey(servers: ServerSource, options: RawHttpOptions): Promise<TierName | undefined> {
  const { signal } = options;
  const server = await servers.open({ credits: 'plan' }, signal);
  const http = new RawHttp(server, options);
  try {
    const answer = await http.send({ path: routes.entitlements('convert') });
    return parseEntitlements(answer.json).tier;
  } catch {
    signal.throwIfAborted();
    return undefined;
  } finally {
    http.close();
    await server.close();
  }
}
