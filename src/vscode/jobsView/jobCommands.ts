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

/**
 * A command in the Jobs view. It applies to the clicked row, or to all selected rows if the clicked one is among them.
 * A key binding passes no rows.
 */
export type RowCommand = (clicked?: unknown, selected?: unknown) => unknown;

/** Implements **Cancel**, for the jobs in the rows that haven't ended. */
export function cancelJob(jobs: Jobs, tree: JobsTree): RowCommand {
  return (clicked, selected) => jobs.cancel(idsOf(tree, clicked, selected, jobActions.cancel));
}

/** Implements **Cancel All Jobs**, for all jobs that are active or waiting. */
export function cancelAllJobs(jobs: Jobs): RowCommand {
  return () => jobs.cancelAll();
}

/**
 * Implements **Resume Paused Jobs**, for all jobs that wait for credits, a key, or a connection. Leaves out those that
 * might be charged twice.
 */
export function resumeJobs(jobs: Jobs): RowCommand {
  return () => jobs.resume(['needsCredits', 'needsKey', 'offline']);
}

type ListContext = BatchContext & { readonly tree: JobsTree };

/** Implements **Retry**: restarts ended jobs and resumes parked ones. Asks for a missing password. */
export function retryJob(context: ListContext): RowCommand {
  return (clicked, selected) =>
    retryForPerson(context, idsOf(context.tree, clicked, selected, jobActions.retry));
}

/**
 * Implements **Retry Failed**, for the failed jobs of whole batches, if retrying them may succeed. Leaves out canceled
 * jobs.
 */
export function retryFailed(context: ListContext): RowCommand {
  return (clicked, selected) => {
    const failed = context.tree.jobsOf(clicked, selected).filter(mayRetryFailed);
    return retryForPerson(
      context,
      failed.map(({ id }) => id),
    );
  };
}

/** Implements **Submit Again**, for a submission that the service may have accepted. No other command can pay twice. */
export function submitAgain(jobs: Jobs, tree: JobsTree): RowCommand {
  return (clicked, selected) =>
    jobs.retry(idsOf(tree, clicked, selected, jobActions.submitAgain), { mayChargeTwice: true });
}

/** Implements **Remove from List**, for ended jobs, and for unconfirmed ones that the user wants to forget. */
export function removeJob(jobs: Jobs, tree: JobsTree): RowCommand {
  return (clicked, selected) => jobs.remove(idsOf(tree, clicked, selected, jobActions.remove));
}

/** The ids of the jobs in the rows for which the action is available. */
function idsOf(tree: JobsTree, clicked: unknown, selected: unknown, action: JobAction): string[] {
  const jobs = tree.jobsOf(clicked, selected).filter((job) => actionsOf(job, false).includes(action));
  return jobs.map(({ id }) => id);
}

/** Implements **Filter Jobs**: asks which jobs to show. */
export function filterJobs(jobs: Jobs, tree: JobsTree) {
  return async (): Promise<void> => {
    const picked = await pick({ title: say('Show jobs'), entries: filterChoices(jobs.all()) });
    if (picked === undefined) return;
    tree.setFilter(picked.value);
    await tree.reveal();
  };
}

/** Implements **Show All Jobs**: removes the filter. */
export function showAllJobs(tree: JobsTree) {
  return (): void => tree.setFilter('all');
}

const argumentsSchema = z.object({ jobs: z.array(z.string()) });

/**
 * Implements **Show Failed Jobs**: filters the list and selects a job. The message about a batch passes its failed jobs
 * as `{ jobs }`; the first is selected.
 */
export function showFailedJobs(tree: JobsTree) {
  return async (given?: unknown): Promise<void> => {
    const { data } = argumentsSchema.safeParse(given);
    tree.setFilter('failed');
    await tree.reveal(data?.jobs[0]);
  };
}
