import * as z from 'zod/mini';
import type { Jobs } from '../../jobs/jobs.ts';
import { type JobAction, jobActions } from '../../manifest.ts';
import { mayRetryFailed } from '../batch/retryable.ts';
import { type BatchContext, retryForPerson } from '../batch/runBatch.ts';
import { say } from '../text/words.ts';
import { pick } from '../ui/picks.ts';
import { actionsOf } from './jobActions.ts';
import { filterChoices } from './jobsFilter.ts';
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

/** Filter Jobs: has a person choose which jobs the list shows. */
export function filterJobs(jobs: Jobs, tree: JobsTree) {
  return async (): Promise<void> => {
    const picked = await pick({ title: say('Show jobs'), entries: filterChoices(jobs.all()) });
    if (picked === undefined) return;
    tree.setFilter(picked.value);
    await tree.reveal();
  };
}

/** Show All Jobs: ends the filter. */
export function showAllJobs(tree: JobsTree) {
  return (): void => tree.setFilter('all');
}

const argumentsSchema = z.object({ jobs: z.array(z.string()) });

/** Show Failed Jobs: no others, and selects the first of `{ jobs }`, with which the message about a batch calls. */
export function showFailedJobs(tree: JobsTree) {
  return async (given?: unknown): Promise<void> => {
    const { data } = argumentsSchema.safeParse(given);
    tree.setFilter('failed');
    await tree.reveal(data?.jobs[0]);
  };
}
