import type { RawAnswer } from '../http/rawAnswer.ts';

/** The comparison of an answer with the API's description. */
export interface Comparison {
  /** The request, such as `GET /convert/job/{id}`; `undefined` if it isn't described. */
  readonly operation: string | undefined;
  /** The place and reason of a deviation; `undefined` if there is none. */
  readonly misfit: { readonly place: string; readonly reason: string } | undefined;
}

/** A description of the API for machines. The extension ships none, so whoever runs the suite brings it. */
export interface Description {
  compare(answer: RawAnswer): Comparison;
}
