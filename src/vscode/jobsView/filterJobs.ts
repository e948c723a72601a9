import * as z from 'zod/mini';
import type { Jobs } from '../../jobs/jobs.ts';
import { filterChoices } from './jobsFilter.ts';
import { say } from '../text/words.ts';
import type { JobsTree } from './jobsTree.ts';
import { pick } from '../ui/picks.ts';

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
