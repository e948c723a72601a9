import type { RawAnswer } from '../http/rawAnswer.ts';

/** What a description of the API says of an answer. */
export interface Comparison {
  /** What was asked, such as `GET /convert/job/{id}`; `undefined` where nothing is described. */
  readonly operation: string | undefined;
  /** How the answer differs from what is described: where, and why. `undefined` where it does not. */
  readonly misfit: { readonly place: string; readonly reason: string } | undefined;
}

/** A description of the API for machines. The extension ships none, so whoever runs the suite brings it. */
export interface Description {
  compare(answer: RawAnswer): Comparison;
}
