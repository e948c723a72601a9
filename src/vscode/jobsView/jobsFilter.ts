import { hasFailed, type Job, phaseOf } from '../../jobs/core/job.ts';
import { countText, say, type SafeText } from '../text/safeText.ts';
import type { Choice } from '../ui/picks.ts';

export const jobFilters = ['all', 'active', 'failed', 'done', 'waiting'] as const;
export type JobFilter = (typeof jobFilters)[number];

interface FilterRow {
  readonly name: () => SafeText;
  readonly shows: (job: Job) => boolean;
  /** Returns the message above the filtered list, with the number of jobs shown. */
  readonly message?: (shown: number, all: number) => SafeText;
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
    message: (shown, all) => say('Showing completed jobs — {0} of {1}', shown, all),
  },
  waiting: {
    name: () => say('Waiting for you'),
    shows: ({ state }) => phaseOf(state) === 'parked',
    message: (shown, all) => say('Showing jobs waiting for you — {0} of {1}', shown, all),
  },
};

export function isShown(job: Job, filter: JobFilter): boolean {
  return filters[filter].shows(job);
}

/** The filters to choose from, each with the number of jobs that it shows. */
export function filterChoices(jobs: readonly Job[]): Choice<JobFilter>[] {
  return jobFilters.map((filter) => ({
    value: filter,
    label: filters[filter].name(),
    description: countText(jobs.filter((job) => isShown(job, filter)).length),
  }));
}

/** The message above a filtered list; `undefined` if all jobs are shown. */
export function filterMessage(
  filter: JobFilter,
  counts: { shown: number; all: number },
): SafeText | undefined {
  const { message } = filters[filter];
  return message && say('{0}. Use the filter above to show all.', message(counts.shown, counts.all));
}
