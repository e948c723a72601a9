import type { RuleOutcome, RuleResult } from './rule.ts';

/** The number of rules with each outcome. */
type Tally = Readonly<Record<RuleOutcome, number>>;

/** One line per rule: `rule-id  outcome  evidence  (sections)`. */
export function resultLine({ rule, outcome, evidence }: RuleResult): string {
  return `${rule.id}  ${outcome}  ${evidence}  (${rule.sections.join('; ')})`;
}

export function tally(results: readonly RuleResult[]): Tally {
  const count = (outcome: RuleOutcome): number =>
    results.filter((result) => result.outcome === outcome).length;
  return { pass: count('pass'), fail: count('fail'), 'not observable': count('not observable') };
}

/** The last line, which counts the outcomes. */
export function totalsLine(total: Tally): string {
  return `${total.pass} passed, ${total.fail} failed, ${total['not observable']} skipped`;
}
