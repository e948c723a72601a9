import { hasFailed, type Job, phaseOf } from '../../jobs/core/job.ts';
import { countText } from '../text/amounts.ts';
import { say, type Words } from '../text/words.ts';
import type { Choice } from '../ui/choice.ts';

/** Which jobs of the list are shown. */
export const jobFilters = ['all', 'active', 'failed', 'done', 'waiting'] as const;
export type JobFilter = (typeof jobFilters)[number];

interface FilterRow {
  readonly name: () => Words;
  readonly shows: (job: Job) => boolean;
  /** What is said above the list of so many of all jobs. */
  readonly message?: (shown: number, all: number) => Words;
}

const filters: Readonly<Record<JobFilter, FilterRow>> = {
  all: { name: () => say('All'), shows: () => true },
  active: {
    name: () => say('Active'),
    shows: ({ state }) => phaseOf(state) === 'active',
    message: (shown, all) => say('Showing active jobs — {0} of {1}', shown, all),
  },
  failed: {
    name: () => say('Failed'),
    shows: hasFailed,
    message: (shown, all) => say('Showing failed jobs — {0} of {1}', shown, all),
  },
  done: {
    name: () => say('Done'),
    shows: ({ state }) => state.name === 'done',
    message: (shown, all) => say('Showing jobs that are done — {0} of {1}', shown, all),
  },
  waiting: {
    name: () => say('Waiting for you'),
    shows: ({ state }) => phaseOf(state) === 'parked',
    message: (shown, all) => say('Showing jobs that wait for you — {0} of {1}', shown, all),
  },
};

/** Whether a filter lets a job be seen. */
export function isShown(job: Job, filter: JobFilter): boolean {
  return filters[filter].shows(job);
}

/** The filters to choose from, with how many of the jobs each shows. */
export function filterChoices(jobs: readonly Job[]): Choice<JobFilter>[] {
  return jobFilters.map((filter) => ({
    value: filter,
    label: filters[filter].name(),
    description: countText(jobs.filter((job) => isShown(job, filter)).length),
  }));
}

/** What is said above a list that does not show all jobs, with the way back; `undefined` where it does. */
export function filterMessage(filter: JobFilter, counts: { shown: number; all: number }): Words | undefined {
  const { message } = filters[filter];
  return message && say('{0}. The filter above shows all again.', message(counts.shown, counts.all));
}
