import type { Jobs } from '../../jobs/jobs.ts';
import { jobActions, type JobAction } from '../../manifest.ts';
import { type BatchContext, retryForPerson } from '../batch/runBatch.ts';
import { mayRetryFailed } from '../batch/retryable.ts';
import { actionsOf } from './jobActions.ts';
import type { JobsTree } from './jobsTree.ts';

/** Of the row that was clicked, or of all selected ones where it is among them; a key passes neither. */
export type RowCommand = (clicked?: unknown, selected?: unknown) => unknown;

/** Cancel: what has not ended of the rows. */
export function cancelJob(jobs: Jobs, tree: JobsTree): RowCommand {
  return (clicked, selected) => jobs.cancel(idsOf(tree, clicked, selected, jobActions.cancel));
}

/** Cancel All Jobs: everything that moves or waits. */
export function cancelAllJobs(jobs: Jobs): RowCommand {
  return () => jobs.cancelAll();
}

/** Resume Paused Jobs: everything that waits for credits, a key or the connection; never what may charge twice. */
export function resumeJobs(jobs: Jobs): RowCommand {
  return () => jobs.resume(['needsCredits', 'needsKey', 'offline']);
}

/** Where the rows are, and what works with their jobs. */
type ListContext = BatchContext & { readonly tree: JobsTree };

/** Retry: ended rows start anew, with a password where one is missing, and parked rows go on. */
export function retryJob(context: ListContext): RowCommand {
  return (clicked, selected) =>
    retryForPerson(context, idsOf(context.tree, clicked, selected, jobActions.retry));
}

/** Retry Failed: what failed of whole batches and may succeed, and nothing that was canceled. */
export function retryFailed(context: ListContext): RowCommand {
  return (clicked, selected) => {
    const failed = context.tree.jobsOf(clicked, selected).filter(mayRetryFailed);
    return retryForPerson(
      context,
      failed.map(({ id }) => id),
    );
  };
}

/** Submit Again, for a submission whose fate is unknown: the only way to pay twice, so it is asked for by name. */
export function submitAgain(jobs: Jobs, tree: JobsTree): RowCommand {
  return (clicked, selected) =>
    jobs.retry(idsOf(tree, clicked, selected, jobActions.submitAgain), { mayChargeTwice: true });
}

/** Remove from List: ended rows, and unconfirmed ones that are to be forgotten. */
export function removeJob(jobs: Jobs, tree: JobsTree): RowCommand {
  return (clicked, selected) => jobs.remove(idsOf(tree, clicked, selected, jobActions.remove));
}

/** Of the jobs that the rows stand for, those whose own row offers the action. */
function idsOf(tree: JobsTree, clicked: unknown, selected: unknown, action: JobAction): string[] {
  const jobs = tree.jobsOf(clicked, selected).filter((job) => actionsOf(job, false).includes(action));
  return jobs.map(({ id }) => id);
}
