import type { Job } from '../../jobs/core/job.ts';

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
