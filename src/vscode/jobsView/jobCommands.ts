import * as z from 'zod/mini';
import type { Jobs } from '../../jobs/jobs.ts';
import { type JobAction, jobActions } from '../../manifest.ts';
import { mayRetryFailed } from '../batch/retryable.ts';
import { type BatchContext, retryForPerson } from '../batch/runBatch.ts';
import { say } from '../text/safeText.ts';
import { pick } from '../ui/picks.ts';
import { actionsOf } from './jobActions.ts';
import { filterChoices } from './jobsFilter.ts';
import type { JobsTree } from './jobsTree.ts';

/** A command for the clicked row, or for all selected rows if they include it; a key passes neither. */
export type RowCommand = (clicked?: unknown, selected?: unknown) => unknown;

/** Cancel: the jobs of the rows that haven't ended. */
export function cancelJob(jobs: Jobs, tree: JobsTree): RowCommand {
  return (clicked, selected) => jobs.cancel(idsOf(tree, clicked, selected, jobActions.cancel));
}

/** Cancel All Jobs: everything that is active or waits. */
export function cancelAllJobs(jobs: Jobs): RowCommand {
  return () => jobs.cancelAll();
}

/**
 * Resume Paused Jobs: everything that waits for credits, a key, or the connection, but nothing that may be charged
 * twice.
 */
export function resumeJobs(jobs: Jobs): RowCommand {
  return () => jobs.resume(['needsCredits', 'needsKey', 'offline']);
}

type ListContext = BatchContext & { readonly tree: JobsTree };

/** Retry: restarts ended jobs, asking for a missing password, and resumes parked ones. */
export function retryJob(context: ListContext): RowCommand {
  return (clicked, selected) =>
    retryForPerson(context, idsOf(context.tree, clicked, selected, jobActions.retry));
}

/** Retry Failed: the failed jobs of whole batches that may succeed, but no canceled ones. */
export function retryFailed(context: ListContext): RowCommand {
  return (clicked, selected) => {
    const failed = context.tree.jobsOf(clicked, selected).filter(mayRetryFailed);
    return retryForPerson(
      context,
      failed.map(({ id }) => id),
    );
  };
}

/** Submit Again, for a submission that may have been accepted. Only this command can pay twice. */
export function submitAgain(jobs: Jobs, tree: JobsTree): RowCommand {
  return (clicked, selected) =>
    jobs.retry(idsOf(tree, clicked, selected, jobActions.submitAgain), { mayChargeTwice: true });
}

/** Remove from List: ended jobs, and unconfirmed ones to forget. */
export function removeJob(jobs: Jobs, tree: JobsTree): RowCommand {
  return (clicked, selected) => jobs.remove(idsOf(tree, clicked, selected, jobActions.remove));
}

/** The jobs of the rows that offer the action. */
function idsOf(tree: JobsTree, clicked: unknown, selected: unknown, action: JobAction): string[] {
  const jobs = tree.jobsOf(clicked, selected).filter((job) => actionsOf(job, false).includes(action));
  return jobs.map(({ id }) => id);
}

/** Filter Jobs: asks which jobs the list shows. */
export function filterJobs(jobs: Jobs, tree: JobsTree) {
  return async (): Promise<void> => {
    const picked = await pick({ title: say('Show jobs'), entries: filterChoices(jobs.all()) });
    if (picked === undefined) return;
    tree.setFilter(picked.value);
    await tree.reveal();
  };
}

/** Show All Jobs: removes the filter. */
export function showAllJobs(tree: JobsTree) {
  return (): void => tree.setFilter('all');
}

const argumentsSchema = z.object({ jobs: z.array(z.string()) });

/** Show Failed Jobs: filters the list, and selects the first of `{ jobs }`, which the message about a batch passes. */
export function showFailedJobs(tree: JobsTree) {
  return async (given?: unknown): Promise<void> => {
    const { data } = argumentsSchema.safeParse(given);
    tree.setFilter('failed');
    await tree.reveal(data?.jobs[0]);
  };
}
