import { parseErrorBody } from '../../../src/contract/fault.ts';
import { type DocumentedErrorCode, documentedErrors } from '../../../src/contract/errors.ts';
import type { TierLimits } from '../../../src/contract/tiers.ts';
import type { RawAnswer } from '../http/rawAnswer.ts';
import { NotObservable, type RuleContext, Violation } from '../rule.ts';

/**
 * Checks that a claim holds.
 * @throws Violation with the evidence against it
 */
export function ensure(holds: boolean, evidence: string): asserts holds {
  if (!holds) throw new Violation(evidence);
}

/**
 * Checks that all answers are successful. Resolves to the evidence.
 * @throws Violation with the first one that isn't
 */
export async function ensureAllOk(answers: readonly Promise<RawAnswer>[]): Promise<string> {
  const all = await Promise.all(answers);
  for (const answer of all) ensure(answer.ok, answer.seen);
  return seenIn(all);
}

/**
 * Checks that all answers are errors in the documented form, with this code if there is one. Resolves to the evidence.
 * @throws Violation
 */
export async function ensureRefused(
  answers: readonly Promise<RawAnswer>[],
  code?: DocumentedErrorCode,
): Promise<string> {
  const all = await Promise.all(answers);
  for (const answer of all) {
    if (code === undefined) ensureError(answer);
    else ensureCode(answer, code);
  }
  return seenIn(all);
}

/** Answers as evidence; equal ones are named once. */
function seenIn(answers: readonly RawAnswer[]): string {
  return `${answers.length} requests: ${[...new Set(answers.map(({ seen }) => seen))].join(', ')}`;
}

/** The JSON of a successful answer. @throws Violation */
export function jsonOf(answer: RawAnswer): unknown {
  ensure(answer.ok, answer.seen);
  const { json } = answer;
  ensure(json !== undefined, `${answer.seen}, with a body that isn’t JSON`);
  return json;
}

/**
 * Checks that an answer is an error in the documented form (api.md, Errors 1).
 * @throws Violation
 */
export function ensureError(answer: RawAnswer): { error: string; detail: string } {
  ensure(answer.status >= 400, `${answer.seen}, instead of a refusal`);
  ensure(answer.isJson, `${answer.seen} with the content type ${answer.headers['content-type'] ?? '(none)'}`);
  const body = parseErrorBody(answer.json);
  ensure(body !== undefined, `${answer.seen}, without an error code in its body`);
  return body;
}

/**
 * Checks that an answer is this error, with its status (api.md, Errors 2). Resolves to its detail.
 * @throws Violation
 */
export function ensureCode(answer: RawAnswer, code: DocumentedErrorCode): string {
  const body = ensureError(answer);
  ensure(body.error === code, `${answer.seen} instead of ${code}`);
  // The API doesn't define the status of a full pool.
  const { status } = documentedErrors[code];
  const right = code === 'queue.pool_saturated' || answer.status === status;
  ensure(right, `${answer.seen} instead of the status ${status}`);
  return body.detail;
}

/** The seconds that a refusal asks to wait (api.md, Errors 4). @throws Violation if there are none */
export function retryAfterSeconds({ headers }: RawAnswer): number {
  const value = headers['retry-after'];
  ensure(value !== undefined && /^\d+$/.test(value), `Retry-After is ${value ?? 'missing'}`);
  return Number(value);
}

/**
 * The limits of the tier.
 * @throws NotObservable if the tier is unknown
 */
export function limitsOf({ limits }: RuleContext): TierLimits {
  if (limits === undefined) throw new NotObservable('The tier of the key is unknown; set it with --plan.');
  return limits;
}
