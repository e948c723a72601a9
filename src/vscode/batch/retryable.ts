import type { KnownProblemCode } from '../../contract/errors.ts';
import { hasFailed, type Job } from '../../jobs/core/job.ts';

/** The option that opens a locked file, as the service on this computer calls it. */
export const passwordOption = 'password';

/**
 * Whether a job failed for want of its file's password: none was given or not the right one, or it was forgotten over a
 * restart. What a network wants, only its own form of options can tell.
 */
export function needsPassword({ service, state, withheldOptions = [] }: Job): boolean {
  if (service !== 'local' || state.name !== 'failed') return false;
  const { code } = state.problem;
  const isForgotten = withheldOptions.length === 1 && withheldOptions[0] === passwordOption;
  return code === 'conversion.password_needed' || (code === 'options.withheld' && isForgotten);
}

/** What is wrong with a file itself, or with what is asked of it: another try ends the same way. */
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

/** Whether a job failed that another try may help. */
export function mayRetryFailed(job: Job): boolean {
  return hasFailed(job) && !(job.state.name === 'failed' && lastingFaults.has(job.state.problem.code));
}
