import { hasFailed, type Job, type JobPhase, phaseOf } from '../../jobs/core/job.ts';
import { batchRow } from './batchRow.ts';
import { jobRow } from './jobRow.ts';
import { isShown, type JobFilter } from './jobsFilter.ts';
import type { Row, RowFacts } from '../ui/row.ts';

/** What the list of jobs has on its first level: a batch, or the only job of one. */
export interface JobRoot {
  /** The id of its row: that of the batch, or that of the job. */
  readonly id: string;
  /** The ids of the rows below it; none where it is a job. */
  readonly children: readonly string[];
  readonly row: Row;
  readonly phase: JobPhase;
  /** When it was asked for, the last time; milliseconds since the epoch. */
  readonly createdAt: number;
  /** How many of its jobs are shown. */
  readonly shown: number;
}

/** What stands for a batch, failed jobs first; `undefined` where the filter lets none of its jobs be seen. */
export function jobRoot(
  batch: string,
  jobs: readonly Job[],
  filter: JobFilter,
  facts: RowFacts,
): JobRoot | undefined {
  const seen = jobs.filter((job) => isShown(job, filter));
  const [first] = seen;
  if (first === undefined) return undefined;
  const shown = [...seen.filter(hasFailed), ...seen.filter((job) => !hasFailed(job))];
  const isAlone = jobs.length === 1;
  return {
    id: isAlone ? first.id : batch,
    children: isAlone ? [] : shown.map(({ id }) => id),
    row: isAlone ? jobRow(first, facts, true) : batchRow(jobs, shown, facts),
    phase: phaseOfAll(jobs),
    createdAt: jobs.reduce((last, job) => Math.max(last, job.createdAt), 0),
    shown: shown.length,
  };
}

const phaseOrder: Readonly<Record<JobPhase, number>> = { active: 0, parked: 1, ended: 2 };

/** What is being worked on first, then what waits for a person, then what has ended; of each the latest first. */
export function inOrder(roots: Iterable<JobRoot>): JobRoot[] {
  return [...roots].toSorted(
    (a, b) => phaseOrder[a.phase] - phaseOrder[b.phase] || b.createdAt - a.createdAt,
  );
}

/** Whether a root stands where it stood, as far as it is up to it. */
export function isInPlace(before: JobRoot | undefined, after: JobRoot | undefined): boolean {
  return before?.id === after?.id && before?.phase === after?.phase && before?.createdAt === after?.createdAt;
}

/** Whether a root looks as it did, with the same rows below it. */
export function looksSame(before: JobRoot | undefined, after: JobRoot | undefined): boolean {
  return (
    JSON.stringify(before?.row) === JSON.stringify(after?.row) &&
    before?.children.length === after?.children.length &&
    before?.children.every((id, index) => id === after?.children[index]) !== false
  );
}

function phaseOfAll(jobs: readonly Job[]): JobPhase {
  const phases = new Set(jobs.map(({ state }) => phaseOf(state)));
  return phases.has('active') ? 'active' : phases.has('parked') ? 'parked' : 'ended';
}
