import type { Job } from '../../jobs/core/job.ts';
import { progressText, tallyOf } from '../text/batchRows.ts';
import { isReconnecting } from '../text/jobs.ts';
import { joined, say, type SafeText } from '../text/safeText.ts';

/**
 * The progress of a batch with `count` jobs, some of which may have been removed from the list: a fraction of 1, and
 * the text of the batch's row.
 */
export function batchProgress(jobs: readonly Job[], count: number): { share: number; text: SafeText } {
  return {
    share: jobs.reduce((sum, job) => sum + shareOf(job), 0) / count,
    text: joined(
      [
        progressText({ ...tallyOf(jobs), all: count }),
        jobs.some(isReconnecting) ? say('Reconnecting…') : undefined,
      ],
      ' · ',
    ),
  };
}

/** The progress of a job, from 0 to 1: a third each for upload, processing, and download. */
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
