import { hasFailed, type Job, type JobPhase, phaseOf } from '../../jobs/core/job.ts';
import { batchRow } from './batchRow.ts';
import { jobRow } from './jobRow.ts';
import { isShown, type JobFilter } from './jobsFilter.ts';
import type { Row, RowFacts } from '../ui/treeRow.ts';

/** A top-level row of the list: a batch, or the only job of a batch. */
export interface JobRoot {
  /** The id of the batch, or of its only job. */
  readonly id: string;
  /** The ids of the rows below this row; empty for a single job. */
  readonly children: readonly string[];
  readonly row: Row;
  readonly phase: JobPhase;
  /** When the jobs were last requested, in milliseconds since the epoch. */
  readonly createdAt: number;
  /** The number of jobs that the filter shows. */
  readonly shown: number;
}

/** The top-level row of a batch. Failed jobs come first below it. `undefined` if the filter hides all jobs. */
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
 * Sorts rows: active ones first, then those that wait for the user, then those that have ended. In each group, the
 * latest comes first.
 */
export function inOrder(roots: Iterable<JobRoot>): JobRoot[] {
  return [...roots].toSorted(
    (a, b) => phaseOrder[a.phase] - phaseOrder[b.phase] || b.createdAt - a.createdAt,
  );
}

/** True if a changed row stays at the same place in the order. */
export function isInPlace(before: JobRoot | undefined, after: JobRoot | undefined): boolean {
  return before?.id === after?.id && before?.phase === after?.phase && before?.createdAt === after?.createdAt;
}

/** True if a changed row looks the same, and has the same rows below it. */
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
