import { evidence } from '../runRules.ts';
import type { RawAnswer } from '../http/rawAnswer.ts';
import type { Claim, RuleResult } from '../rule.ts';
import type { Description } from './openApi.ts';

/** A claim about all answers, regardless of the rule that requested them. */
const claim: Claim = {
  id: 'answers.described',
  sections: ['Jobs 2', 'Entitlements 1', 'Errors 1, error'],
  statement: 'Every response matches docs/openapi.yaml.',
};

interface Misfit {
  readonly evidence: string;
  count: number;
}

/** Compares every answer of a run with a description as it arrives. */
export class Audit {
  readonly #description: Description;
  readonly #operations = new Set<string>();
  /** Faults by operation, status, and location in the description, so that each is reported once. */
  readonly #misfits = new Map<string, Misfit>();
  #answers = 0;

  constructor(description: Description) {
    this.#description = description;
  }

  /** Records an answer; reports omit the key. */
  hear(answer: RawAnswer, key: string): void {
    const { operation, misfit } = this.#description.compare(answer);
    this.#answers += 1;
    if (operation !== undefined) this.#operations.add(operation);
    if (misfit === undefined) return;
    const { place, reason } = misfit;
    const id = [operation, answer.status, place].join(' ');
    const known = this.#misfits.get(id);
    if (known !== undefined) known.count += 1;
    else this.#misfits.set(id, { evidence: evidence(`${answer.seen}: ${reason} (${place})`, key), count: 1 });
  }

  /** One failure for each kind of deviation, or one result that says that there were none. */
  results(): RuleResult[] {
    if (this.#answers === 0) {
      return [{ rule: claim, outcome: 'not observable', evidence: 'There were no responses.' }];
    }
    if (this.#misfits.size === 0) {
      const seen = `${this.#answers} responses from ${this.#operations.size} operations`;
      return [{ rule: claim, outcome: 'pass', evidence: seen }];
    }
    return [...this.#misfits.values()].map(({ evidence, count }) => ({
      rule: claim,
      outcome: 'fail',
      evidence: count === 1 ? evidence : `${count} times: ${evidence}`,
    }));
  }
}
