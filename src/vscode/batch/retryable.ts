import type { KnownProblemCode } from '../../contract/errors.ts';
import { hasFailed, type Job } from '../../jobs/core/job.ts';

/** The name of the password option on this computer. */
export const passwordOption = 'password';

/**
 * True if a job failed because its password is missing, wrong, or was forgotten. For network jobs, the extension
 * doesn't know which option is the password.
 */
export function needsPassword({ service, state, withheldOptions = [] }: Job): boolean {
  if (service !== 'local' || state.name !== 'failed') return false;
  const { code } = state.problem;
  const isForgotten = withheldOptions.length === 1 && withheldOptions[0] === passwordOption;
  return code === 'conversion.password_needed' || (code === 'options.withheld' && isForgotten);
}

/** Faults of the file or the request, which another attempt wouldn't change. */
const lastingFaults: ReadonlySet<string> = new Set<KnownProblemCode>([
  'conversion.invalid_input',
  'conversion.limit_exceeded',
  'conversion.size_not_met',
  'conversion.unsupported_kind',
  'conversion.unsupported_script',
  'file.empty',
  'file.not_a_file',
  'formats.unknown_type',
  'formats.unsupported',
]);

/** True if retrying a failed job may succeed. */
export function mayRetryFailed(job: Job): boolean {
  return hasFailed(job) && !(job.state.name === 'failed' && lastingFaults.has(job.state.problem.code));
}
