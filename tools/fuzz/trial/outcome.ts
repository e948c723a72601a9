/** Outcomes that a service must never have, whatever the file. */
export const faultKinds = [
  /** The worker process ended unexpectedly. */
  'crash',
  /** The process needed more memory than the service allows, and was killed. */
  'memory',
  /** An error without a sentence for the user. */
  'internal',
  /** The output isn't a file of its format. */
  'output',
  /** Something other than the output was written, or the source was changed. */
  'stray',
] as const;

type FaultKind = (typeof faultKinds)[number];

/** The outcome of a request. */
export type TrialOutcome =
  | { readonly kind: 'succeeded'; readonly outputBytes: number }
  | { readonly kind: 'refused'; readonly code: string }
  /** The conversion took longer than this run waits, which may be appropriate for the file. */
  | { readonly kind: 'slow'; readonly engine: string }
  | TrialFault;

export interface TrialFault {
  readonly kind: FaultKind;
  readonly engine: string;
  /** A one-line description, which is equal for equal faults. */
  readonly what: string;
}

export function isFault(outcome: { readonly kind: string }): outcome is TrialFault {
  return faultKinds.some((kind) => kind === outcome.kind);
}

/** A fault's signature. Two faults with the same signature count as the same, regardless of their files. */
export function signatureOf({ kind, engine, what }: TrialFault): string {
  return `${engine}: ${kind}: ${what}`;
}
