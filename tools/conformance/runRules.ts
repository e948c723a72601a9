import { routes } from '../../src/contract/routes.ts';
import { tierLimits, type TierName } from '../../src/contract/tiers.ts';
import type { Clock } from '../../src/util/clock.ts';
import { evidence } from './evidence.ts';
import { RawHttp, type RawHttpOptions } from './http/rawHttp.ts';
import type { Needs, RuleOutcome, ConformanceRule, RuleContext, RuleResult } from './rule.ts';
import type { ServerSource } from './servers/serverSource.ts';

export interface RunOptions extends RawHttpOptions {
  readonly servers: ServerSource;
  /** The tier whose limits apply, if known. */
  readonly plan: TierName | undefined;
  readonly clock: Clock;
}

interface Group {
  readonly needs: Needs;
  readonly rules: ConformanceRule[];
}

/**
 * Runs rules. Those with equal needs run one by one at one server; groups run in parallel as servers become available.
 * `report` gets each result once, in any order. Rejects only with the signal's reason.
 */
export async function runRules(
  rules: readonly ConformanceRule[],
  options: RunOptions,
  report: (result: RuleResult) => void,
): Promise<void> {
  const groups = new Map<string, Group>();
  for (const rule of rules) {
    const name = options.servers.groupOf(rule.needs);
    if (name === undefined) {
      report({ rule, outcome: 'not observable', evidence: 'It requires a server with special options.' });
      continue;
    }
    const group = groups.get(name) ?? { needs: rule.needs, rules: [] };
    group.rules.push(rule);
    groups.set(name, group);
  }
  const ended = await Promise.allSettled(
    [...groups.values()].map((group) => runGroup(group, options, report)),
  );
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

async function runGroup(
  { needs, rules }: Group,
  options: RunOptions,
  report: (result: RuleResult) => void,
): Promise<void> {
  const { servers, plan, clock, signal } = options;
  const reached = await reach(needs, options).catch((error: unknown) => {
    signal.throwIfAborted();
    // All rules fail after a single wait. Otherwise, each of them would wait for the same silent server.
    for (const rule of rules) report({ rule, outcome: 'fail', evidence: reason(error) });
  });
  if (reached === undefined) return;
  const { server, http } = reached;
  const context: RuleContext = {
    http,
    key: server.key,
    plan,
    limits: plan && tierLimits[plan],
    launched: servers.launched,
    windowEndsAt: server.windowEndsAt,
    identity: server.identity,
    clock,
    signal,
  };
  try {
    for (const rule of rules) report(await runRule(rule, context));
  } finally {
    http.close();
    await server.close();
  }
}

/** Opens a server and checks that something answers there. */
async function reach(needs: Needs, options: RunOptions) {
  const server = await options.servers.open(needs, options.signal);
  const http = new RawHttp(server, options);
  try {
    await http.send({ path: routes.discovery('convert') });
    return { server, http };
  } catch (error) {
    http.close();
    await server.close();
    throw error;
  }
}

/** Runs one rule at a server. Rejects only with the signal's reason. */
export async function runRule(rule: ConformanceRule, context: RuleContext): Promise<RuleResult> {
  const result = (outcome: RuleOutcome, text: string): RuleResult => ({
    rule,
    outcome,
    evidence: evidence(text, context.key),
  });
  try {
    return result('pass', await rule.check(context));
  } catch (error) {
    context.signal.throwIfAborted();
    const name = error instanceof Error ? error.name : '';
    return result(name === 'NotObservable' ? 'not observable' : 'fail', reason(error));
  }
}

/** The message of an error. undici's errors have the reason in their cause or only in their code. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return `${error.message || error.name}${code}`;
}
