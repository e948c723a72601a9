import type { jobFailureCodes } from '../../contract/dialect.ts';

/** Why a job failed, with a sentence for people. */
export interface JobFault {
  readonly code: (typeof jobFailureCodes)[number];
  readonly detail: string;
}
