import { hasFailed, type Job, phaseOf } from '../../jobs/core/job.ts';
import { changeText, sizeChangeText } from './amounts.ts';
import { parkedText, sizeChange, sizesOf } from './batches.ts';
import { fileName, filesText } from './files.ts';
import { formatName } from './formats.ts';
import { joined, say, sayCount, verbatim, type SafeText } from './safeText.ts';

/** The number of jobs in a batch, by state. */
export interface JobTally {
  readonly all: number;
  readonly done: number;
  readonly failed: number;
  readonly active: number;
  readonly parked: number;
  readonly canceled: number;
}

export function tallyOf(jobs: readonly Job[]): JobTally {
  const count = (is: (job: Job) => boolean): number => jobs.filter(is).length;
  return {
    all: jobs.length,
    done: count(({ state }) => state.name === 'done'),
    failed: count(hasFailed),
    active: count(({ state }) => phaseOf(state) === 'active'),
    parked: count(({ state }) => phaseOf(state) === 'parked'),
    canceled: count(({ state }) => state.name === 'canceled'),
  };
}

/**
 * The name of a batch: its folder and target. If its files have no common folder, the number of files and the target.
 */
export function batchName(jobs: readonly Job[], folder: string | undefined): SafeText {
  const files = batchFiles(jobs, folder);
  const target = jobs[0]?.targetFormat;
  return target === undefined ? files : joined([files, verbatim('→'), formatName(target)], ' ');
}

/** The folder of a batch. If its files have no common folder, the number of files. */
export function batchFiles(jobs: readonly Job[], folder: string | undefined): SafeText {
  return folder === undefined ? filesText(jobs.length) : fileName(folder);
}

/** The progress of a batch: `31 of 33, 2 failed`, and `33 files` once all jobs are done. */
export function tallyText(tally: JobTally): SafeText {
  return tally.done === tally.all ? filesText(tally.all) : progressText(tally);
}

/** The progress of a batch, always with the number of jobs that are done, such as `31 of 33, 2 failed`. */
export function progressText(tally: JobTally): SafeText {
  return joined([say('{0} of {1}', tally.done, tally.all), ...otherTallies(tally)], ', ');
}

/** The numbers of jobs that failed, were canceled, or wait for the user. */
export function otherTallies({ failed, parked, canceled }: JobTally): (SafeText | undefined)[] {
  return [
    failed === 0 ? undefined : sayCount(failed, { one: '{0} failed', other: '{0} failed' }),
    parkedText(parked),
    canceled === 0 ? undefined : sayCount(canceled, { one: '{0} canceled', other: '{0} canceled' }),
  ];
}

/** The change in size of a batch's files, as a percentage; `undefined` if unknown. */
export function savingsText(done: readonly Job[]): SafeText | undefined {
  const change = sizeChange(done);
  return change === undefined ? undefined : changeText(change);
}

/** The change in size of a batch's files, with the total sizes; `undefined` if unknown. */
export function sizesText(done: readonly Job[]): SafeText | undefined {
  const { before, after } = sizesOf(done);
  return before === 0 ? undefined : sizeChangeText(before, after);
}
