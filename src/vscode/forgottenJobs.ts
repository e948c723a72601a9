import { phaseOf } from '../jobs/core/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { views } from '../manifest.ts';
import { forgottenText } from './text/batches.ts';
import { say } from './text/words.ts';
import { commandAction, showWarning } from './window/messages.ts';

/**
 * Says once which jobs of the last session the network has forgotten: nobody follows their batch any more, and their results
 * were paid for.
 */
export async function tellOfForgottenJobs(jobs: Jobs): Promise<void> {
  const restored = jobs
    .all()
    .filter(({ service, state }) => service === 'network' && phaseOf(state) === 'active')
    .map(({ id }) => id);
  const settled = await jobs.settled(restored);
  const forgotten = settled.filter(
    ({ state }) => state.name === 'failed' && state.problem.code === 'jobs.not_found',
  );
  if (forgotten.length === 0) return;
  await showWarning(forgottenText(forgotten), commandAction(say('Show Jobs'), `${views.jobs}.focus`));
}
