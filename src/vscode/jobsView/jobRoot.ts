import { hasFailed, type Job, type JobPhase, phaseOf } from '../../jobs/core/job.ts';
import { batchRow } from './batchRow.ts';
import { jobRow } from './jobRow.ts';
import { isShown, type JobFilter } from './jobsFilter.ts';
import type { Row, RowFacts } from '../ui/treeRow.ts';

/** A top-level row of the list: a batch, or the only job of one. */
export interface JobRoot {
  /** The id of the batch, or of the job. */
  readonly id: string;
  /** The ids of the rows below it; empty for a job. */
  readonly children: readonly string[];
  readonly row: Row;
  readonly phase: JobPhase;
  /** The time of the last request, in milliseconds since the epoch. */
  readonly createdAt: number;
  /** The number of its jobs that are shown. */
  readonly shown: number;
}

/** The row of a batch, failed jobs first; `undefined` if the filter hides all of its jobs. */
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

/**
 * Sorts active ones first, then those waiting for the user, then those that have ended; the latest first in each group.
 */
export function inOrder(roots: Iterable<JobRoot>): JobRoot[] {
  return [...roots].toSorted(
    (a, b) => phaseOrder[a.phase] - phaseOrder[b.phase] || b.createdAt - a.createdAt,
  );
}

/** True if a change keeps a root's place in the order. */
export function isInPlace(before: JobRoot | undefined, after: JobRoot | undefined): boolean {
  return before?.id === after?.id && before?.phase === after?.phase && before?.createdAt === after?.createdAt;
}

/** True if a root looks the same, with the same rows below it. */
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
