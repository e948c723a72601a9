import type { RawAnswer } from '../http/rawAnswer.ts';

/** The result of comparing an answer with the API's description. */
export interface SchemaComparison {
  /** The request, such as `GET /convert/job/{id}`; `undefined` if it isn't described. */
  readonly operation: string | undefined;
  /** The location and the reason of a deviation; `undefined` if there is none. */
  readonly misfit: { readonly place: string; readonly reason: string } | undefined;
}

/** A machine-readable description of the API. The extension ships none, so the suite's user provides it. */
export interface Description {
  compare(answer: RawAnswer): SchemaComparison;
}
