import { phaseOf } from '../../jobs/core/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { views } from '../../manifest.ts';
import type { Disposable } from '../../util/disposable.ts';
import { forgottenText } from '../text/batches.ts';
import { say } from '../text/words.ts';
import { commandAction, showWarning } from '../ui/messages.ts';

/**
 * Says which jobs of the last session or a dead window the network has forgotten: nobody follows their batch any more, and
 * their results were paid for.
 */
export function followForgottenJobs(jobs: Jobs): Disposable {
  return jobs.onDidAdopt((ids) => void tellOfForgotten(jobs, ids));
}

async function tellOfForgotten(jobs: Jobs, adopted: readonly string[]): Promise<void> {
  const active = adopted.filter((id) => {
    const job = jobs.get(id);
    return job?.service === 'network' && phaseOf(job.state) === 'active';
  });
  const forgotten = (await jobs.settled(active)).filter(
    ({ state }) => state.name === 'failed' && state.problem.code === 'jobs.not_found',
  );
  if (forgotten.length === 0) return;
  await showWarning(forgottenText(forgotten), commandAction(say('Show Jobs'), `${views.jobs}.focus`));
}
