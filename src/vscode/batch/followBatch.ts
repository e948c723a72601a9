import type { Job } from '../../jobs/core/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { batchProgress } from '../model/batchProgress.ts';
import type { Words } from '../text/words.ts';
import { withProgress } from '../window/progress.ts';
import { Collisions } from './collisions.ts';

/**
 * Follows a batch until every job has ended or is parked, and gives the jobs as they are then. A batch that takes more than a
 * moment is shown in a notification that can cancel it.
 */
export async function followBatch(jobs: Jobs, ids: readonly string[], title: Words): Promise<Job[]> {
  const options = { place: 'notification', cancellable: true, title } as const;
  return withProgress(options, async (signal, report) => {
    let reported = 0;
    const collisions = new Collisions(jobs, () => ids, signal);
    const update = (): void => {
      const batch = ids.flatMap((id) => jobs.get(id) ?? []);
      const { share, text } = batchProgress(batch, ids.length);
      report(text, Math.max(0, share - reported));
      reported = Math.max(reported, share);
      void collisions.resolve();
    };
    const listener = jobs.onDidChange(update);
    signal.addEventListener('abort', () => void jobs.cancel(ids));
    try {
      update();
      let settled = await jobs.settled(ids);
      while (await collisions.resolve()) settled = await jobs.settled(ids);
      return settled;
    } finally {
      listener.dispose();
    }
  });
}
