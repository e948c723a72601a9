import type { Job } from '../../jobs/core/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { batchProgress } from '../model/batchProgress.ts';
import type { Words } from '../text/words.ts';
import { withProgress } from '../window/progress.ts';

/** Follows a batch in a cancellable notification until every job has ended or is parked; gives the jobs as they are then. */
export async function followBatch(jobs: Jobs, ids: readonly string[], title: Words): Promise<Job[]> {
  const options = { place: 'notification', cancellable: true, title } as const;
  return withProgress(options, async (signal, report) => {
    let reported = 0;
    const update = (): void => {
      const batch = ids.flatMap((id) => jobs.get(id) ?? []);
      const { share, text } = batchProgress(batch, ids.length);
      report(text, Math.max(0, share - reported));
      reported = Math.max(reported, share);
    };
    const listener = jobs.onDidChange(update);
    signal.addEventListener('abort', () => void jobs.cancel(ids));
    try {
      update();
      return await jobs.settled(ids);
    } finally {
      listener.dispose();
    }
  });
}
