import * as vscode from 'vscode';
import { type Job, phaseOf } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { countText } from '../text/amounts.ts';

/** Follows a batch in a cancellable notification until every job has ended or is parked; gives the jobs as they are then. */
export async function followBatch(jobs: Jobs, ids: readonly string[], title: string): Promise<Job[]> {
  const options = { location: vscode.ProgressLocation.Notification, cancellable: true, title };
  return vscode.window.withProgress(options, async (progress, cancellation) => {
    let reported = 0;
    const report = (): void => {
      const batch = ids.flatMap((id) => jobs.get(id) ?? []);
      const share = batch.reduce((sum, job) => sum + shareOf(job), 0) / ids.length;
      const settled = batch.filter((job) => phaseOf(job.state) !== 'active').length;
      progress.report({
        message: vscode.l10n.t('{0} of {1}', countText(settled), countText(ids.length)),
        increment: Math.max(0, share - reported) * 100,
      });
      reported = Math.max(reported, share);
    };
    const listener = jobs.onDidChange(report);
    const onCancel = cancellation.onCancellationRequested(() => void jobs.cancel(ids));
    try {
      report();
      return await jobs.settled(ids);
    } finally {
      listener.dispose();
      onCancel.dispose();
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
