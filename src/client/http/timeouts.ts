/** Limits on silence. A transfer that makes progress may take any time. */
export interface Timeouts {
  /** From the request to the head of its answer. */
  readonly headersMs: number;
  /** The same for a submission, whose file may be checked before it is accepted. An upload may also stall this long. */
  readonly submissionHeadersMs: number;
  /** Between two pieces of a body. */
  readonly idleBodyMs: number;
}

export const defaultTimeouts: Timeouts = {
  headersMs: 60_000,
  submissionHeadersMs: 300_000,
  idleBodyMs: 60_000,
};
