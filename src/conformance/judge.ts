import { evidence } from './evidence.ts';
import type { Outcome, Rule, RuleContext, RuleResult } from './rule.ts';

/** Judges one rule at a server. Rejects only with the signal's reason. */
export async function judge(rule: Rule, context: RuleContext): Promise<RuleResult> {
  const result = (outcome: Outcome, text: string): RuleResult => ({
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

/** A message; undici's errors say more in the cause, and some in their code alone. */
export function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return `${error.message || error.name}${code}`;
}
