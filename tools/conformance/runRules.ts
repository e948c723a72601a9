import { routes } from '../../src/contract/routes.ts';
import { redactor } from '../../src/client/credentials.ts';
import { tierLimits, type TierName } from '../../src/contract/tiers.ts';
import type { Clock } from '../../src/util/clock.ts';
import { plainText } from '../../src/util/plainText.ts';
import { RawHttp, type RawHttpOptions } from './http/rawHttp.ts';
import {
  type ConformanceRule,
  type Needs,
  NotObservable,
  type RuleContext,
  type RuleOutcome,
  type RuleResult,
} from './rule.ts';
import type { ServerSource } from './servers/serverSource.ts';

export interface RunOptions extends RawHttpOptions {
  readonly servers: ServerSource;
  /** The tier whose limits apply, if known. */
  readonly plan: TierName | undefined;
  readonly clock: Clock;
}

/**
 * Runs rules. Those with equal needs run one by one at one server; groups run in parallel as servers become available.
 * Returns the results in the order of the rules. They reject only with the signal's reason.
 */
export function runRules(rules: readonly ConformanceRule[], options: RunOptions): Promise<RuleResult>[] {
  const groups = Map.groupBy(rules, ({ needs = {} }) => options.servers.groupOf(needs));
  const results = new Map<ConformanceRule, Promise<RuleResult>>();
  for (const [name, ofGroup] of groups) {
    const ended = name === undefined ? withoutServer(ofGroup) : runGroup(ofGroup, options);
    for (const [index, rule] of ofGroup.entries()) {
      const result = ended.then((all) => all[index] ?? failure(rule, 'It didn’t run.'));
      // The caller may stop before it awaits this.
      result.catch(() => {});
      results.set(rule, result);
    }
  }
  return rules.flatMap((rule) => results.get(rule) ?? []);
}

async function withoutServer(rules: readonly ConformanceRule[]): Promise<RuleResult[]> {
  const evidence = 'It requires a server with special options.';
  return rules.map((rule) => ({ rule, outcome: 'not observable', evidence }));
}

async function runGroup(rules: readonly ConformanceRule[], options: RunOptions): Promise<RuleResult[]> {
  const { servers, plan, clock, signal } = options;
  let reached;
  try {
    reached = await reach(rules[0]?.needs ?? {}, options);
  } catch (error) {
    signal.throwIfAborted();
    // All rules fail after a single wait. Otherwise, each of them would wait for the same silent server.
    return rules.map((rule) => failure(rule, reason(error)));
  }
  const { server, http } = reached;
  const { key, windowEndsAt, identity } = server;
  const limits = plan && tierLimits[plan];
  const { launched } = servers;
  const context: RuleContext = { http, key, plan, limits, launched, windowEndsAt, identity, clock, signal };
  const results: RuleResult[] = [];
  try {
    for (const rule of rules) results.push(await runRule(rule, context));
    return results;
  } finally {
    http.close();
    await server.close();
  }
}

function failure(rule: ConformanceRule, evidence: string): RuleResult {
  return { rule, outcome: 'fail', evidence };
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
  const result = (outcome: RuleOutcome, text: string): RuleResult => {
    return { rule, outcome, evidence: evidence(text, context.key) };
  };
  try {
    return result('pass', await rule.check(context));
  } catch (error) {
    context.signal.throwIfAborted();
    return result(error instanceof NotObservable ? 'not observable' : 'fail', reason(error));
  }
}

/** The message of an error. undici's errors have the reason in their cause or only in their code. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return `${error.message || error.name}${code}`;
}

/** An observation as one plain line, with the key removed. */
export function evidence(text: string, key: string): string {
  const safe = redactor(() => [key])(text);
  return plainText(safe.replaceAll(/\s+/g, ' ').trim());
}

/** One line per rule: `rule-id  outcome  evidence  (sections)`. */
export function resultLine({ rule, outcome, evidence }: RuleResult): string {
  return `${rule.id}  ${outcome}  ${evidence}  (${rule.sections.join('; ')})`;
}
