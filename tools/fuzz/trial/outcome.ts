/** What a service must never do with a file, whatever is in it. */
export const faultKinds = [
  /** The worker process ended by itself. */
  'crash',
  /** It took more memory than the service lets it, and was killed. */
  'memory',
  /** An error that nobody has a sentence for. */
  'internal',
  /** What claims to be a result is no file of its format. */
  'output',
  /** Something else than the output was written, or the source was changed. */
  'stray',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** What came of a request. */
export type Outcome =
  | { readonly kind: 'succeeded'; readonly outputBytes: number }
  | { readonly kind: 'refused'; readonly code: string }
  /** It took longer than this run waits, which may be right for what is in the file. */
  | { readonly kind: 'slow'; readonly engine: string }
  | Fault;

export interface Fault {
  readonly kind: FaultKind;
  readonly engine: string;
  /** What happened, in one line that is the same whenever the same happens. */
  readonly what: string;
}

/** Whether it must not have come to this. */
export function isFault(outcome: { readonly kind: string }): outcome is Fault {
  return faultKinds.some((kind) => kind === outcome.kind);
}

/** What makes two faults one, whichever files show it. */
export function signatureOf({ kind, engine, what }: Fault): string {
  return `${engine}: ${kind}: ${what}`;
}
