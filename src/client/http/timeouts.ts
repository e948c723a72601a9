/** Limits on silence. A transfer that moves has no limit on its whole time. */
export interface Timeouts {
  /** From the request to the head of its answer. */
  readonly headersMs: number;
  /** The same for a submission, whose file may be looked at before it is accepted; also how long an upload may stall. */
  readonly submissionHeadersMs: number;
  /** Between two pieces of a body. */
  readonly idleBodyMs: number;
}

export const defaultTimeouts: Timeouts = {
  headersMs: 60_000,
  submissionHeadersMs: 300_000,
  idleBodyMs: 60_000,
};
