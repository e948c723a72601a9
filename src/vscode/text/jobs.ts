import { type Job, phaseOf, hasFailed } from '../../jobs/core/job.ts';
import { shortageText } from './credits.ts';
import {
  percentText,
  resultSizeText,
  changeText,
  sizeChangeText,
  untrusted,
  joined,
  say,
  sentences,
  verbatim,
  type SafeText,
  sayCount,
} from './safeText.ts';
import { comparableSizes, parkedText, sizeChange, sizesOf } from './batches.ts';
import { problemText } from './problems.ts';
import { fileName, filesText, formatName, targetName } from './names.ts';

/** The target of a job, as text. */
export function targetText(job: Pick<Job, 'targetFormat' | 'state'>): SafeText {
  const { targetFormat, state } = job;
  if (targetFormat === undefined) return say('compress');
  const format = formatName(targetFormat);
  // For example, a picture for each page of a PDF.
  const isInZip = state.name === 'done' && targetFormat !== 'zip' && state.output?.endsWith('.zip') === true;
  return joined([verbatim('→'), isInZip ? say('{0} in a ZIP', format) : format], ' ');
}

/** The state of a job in a few words, with its progress. */
export function stateText(job: Job): SafeText {
  const { state } = job;
  if (isReconnecting(job)) return say('Reconnecting…');
  switch (state.name) {
    case 'waiting':
      return say('Waiting');
    case 'uploading':
      return job.sourceBytes && state.sentBytes >= job.sourceBytes
        ? say('Sent, waiting for a response')
        : withShare(say('Uploading'), shareOf(state.sentBytes, job.sourceBytes));
    case 'converting':
      return withShare(job.tool === 'compress' ? say('Compressing') : say('Converting'), state.progress);
    case 'queued':
      return say('Queued');
    case 'processing':
      return withShare(say('Processing'), state.progress);
    case 'downloading':
      return withShare(say('Downloading'), shareOf(state.receivedBytes, state.totalBytes));
    case 'placing':
      return say('Saving');
    case 'done':
      return doneText(job, state);
    case 'failed':
      return say('Failed');
    case 'canceled':
      return state.spent ? say('Canceled, credits spent') : say('Canceled');
    case 'expired':
      return say('Expired');
    case 'needsCredits':
      return say('Needs credits');
    case 'needsKey':
      return say('Needs an API key');
    case 'needsName':
      return say('Needs a name');
    case 'unconfirmed':
      return say('Not confirmed');
    case 'offline':
      return say('Offline');
  }
}

/** True if a job waits for a service that doesn't respond. */
export function isReconnecting({ isUnanswered, state }: Job): boolean {
  const isBusyHere = state.name === 'uploading' || state.name === 'placing';
  return isUnanswered === true && phaseOf(state) === 'active' && !isBusyHere;
}

/** A short reason why a job failed; `undefined` if it hasn't failed. */
export function failureText({ state }: Job): SafeText | undefined {
  return state.name === 'failed' ? problemText(state.problem) : undefined;
}

/** The reason for a job's state, in a sentence; `undefined` if there is nothing to add to the state. */
export function reasonText(job: Job): SafeText | undefined {
  const { state } = job;
  switch (state.name) {
    case 'waiting':
      return state.problem && problemText(state.problem);
    case 'failed':
      return problemText(state.problem);
    case 'expired':
      return job.charge !== undefined
        ? say('The result expired after an hour. Trying again costs at least 1 credit.')
        : problemText({ code: 'jobs.expired', detail: '' });
    case 'needsCredits':
      return sentences([problemText(state.problem), shortageOf([job])]);
    case 'needsKey':
    case 'offline':
      return problemText(state.problem);
    case 'needsName':
      return say('A file named “{0}” already exists. Choose another name.', untrusted(state.fileName));
    case 'unconfirmed':
      return say(
        'The connection was lost after the file was sent, so the network may have accepted and charged it. Only submit it again if you accept a second charge.',
      );
    default:
      return undefined;
  }
}

/** Says how many credits the waiting jobs need in total, as far as known. */
export function shortageOf(waiting: readonly Job[]): SafeText | undefined {
  const figures = waiting.flatMap(({ state }) => (state.name === 'needsCredits' ? state : []));
  const available = figures.findLast((each) => each.available !== undefined)?.available;
  const required = figures.reduce((sum, each) => sum + (each.required ?? 1), 0);
  return available === undefined ? undefined : shortageText(required, available);
}

function doneText(job: Job, state: Extract<Job['state'], { name: 'done' }>): SafeText {
  switch (state.outcome) {
    case 'alreadySmall':
      return say('Already small');
    case 'skipped':
      return say('Skipped, file already exists');
    case 'saved':
      if (state.outputBytes === undefined) return say('Done');
      return resultSizeText(comparableSizes(job)?.before ?? 0, state.outputBytes);
  }
}

function withShare(text: SafeText, share: number | undefined): SafeText {
  return share === undefined ? text : joined([text, percentText(share)], ' ');
}

function shareOf(bytes: number, total: number | undefined): number | undefined {
  return total ? Math.min(1, bytes / total) : undefined;
}

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
  const target = jobs[0] && targetName(jobs[0]);
  return target === undefined ? files : joined([files, verbatim('→'), target], ' ');
}

/** The only file of a batch with several results, or its folder. If its files have no common folder, their number. */
export function batchFiles(jobs: readonly Job[], folder: string | undefined): SafeText {
  const [source = '', ...others] = new Set(jobs.map((job) => job.source));
  if (jobs.length > 1 && others.length === 0) return fileName(source);
  return folder === undefined ? filesText(1 + others.length) : fileName(folder);
}

/** The progress of a batch: `31 of 33, 2 failed`, and `33 files` once all jobs are done. */
export function tallyText(tally: JobTally): SafeText {
  return tally.done === tally.all ? filesText(tally.all) : progressText(tally);
}

/** The progress of a batch, always with the number of jobs that are done, such as `31 of 33, 2 failed`. */
function progressText(tally: JobTally): SafeText {
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

/**
 * The progress of a batch with `count` jobs, some of which may have been removed from the list: a fraction of 1, and
 * the text of the batch's row.
 */
export function batchProgress(jobs: readonly Job[], count: number): { share: number; text: SafeText } {
  return {
    share: jobs.reduce((sum, job) => sum + progressOf(job), 0) / count,
    text: joined(
      [
        progressText({ ...tallyOf(jobs), all: count }),
        jobs.some(isReconnecting) ? say('Reconnecting…') : undefined,
      ],
      ' · ',
    ),
  };
}

/** The progress of a job, from 0 to 1. On the network: a third each for upload, processing, and download. */
function progressOf(job: Job): number {
  const { state } = job;
  switch (state.name) {
    case 'waiting':
      return 0;
    case 'uploading':
      return job.sourceBytes ? Math.min(1, state.sentBytes / job.sourceBytes) / 3 : 0;
    case 'converting':
      return state.progress ?? 0;
    case 'queued':
      return 1 / 3;
    case 'processing':
      return (1 + (state.progress ?? 0)) / 3;
    case 'downloading':
      return (2 + (state.totalBytes ? Math.min(1, state.receivedBytes / state.totalBytes) : 0)) / 3;
    default:
      return 1;
  }
}
