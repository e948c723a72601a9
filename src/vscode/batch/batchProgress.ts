import { type Job, phaseOf } from '../../jobs/core/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { countText } from '../text/amounts.ts';
import { say, type Words } from '../text/words.ts';
import { withProgress } from '../window/progress.ts';

/** Follows a batch in a cancellable notification until every job has ended or is parked; gives the jobs as they are then. */
export async function followBatch(jobs: Jobs, ids: readonly string[], title: Words): Promise<Job[]> {
  const options = { place: 'notification', cancellable: true, title } as const;
  return withProgress(options, async (signal, report) => {
    let reported = 0;
    const update = (): void => {
      const batch = ids.flatMap((id) => jobs.get(id) ?? []);
      const share = batch.reduce((sum, job) => sum + shareOf(job), 0) / ids.length;
      const settled = batch.filter((job) => phaseOf(job.state) !== 'active').length;
      report(say('{0} of {1}', countText(settled), countText(ids.length)), Math.max(0, share - reported));
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

/** How far a job is, 0 to 1: upload and download a third each, the work between them the rest. */
function shareOf(job: Job): number {
  const { state } = job;
  switch (state.name) {
    case 'waiting':
      return 0;
    case 'uploading':
      return job.sourceBytes ? Math.min(1, state.sentBytes / job.sourceBytes) / 3 : 0;
    case 'queued':
      return 1 / 3;
    case 'processing':
      return (1 + (state.progress ?? 0)) / 3;
    case 'downloading':
      return (2 + (state.totalBytes ? Math.min(1, state.receivedBytes / state.totalBytes) : 0)) / 3;
    default:
      return 1;
  }
}
