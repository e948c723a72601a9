import type { FileKind } from '../../contract/formats/format.ts';
import { fileKind } from '../../contract/formats/table.ts';
import { sourceKind } from '../../planning/recentChoices.ts';
import type { Job } from '../../jobs/core/job.ts';
import {
  changeText,
  percentText,
  joined,
  listed,
  say,
  sayCount,
  type SafeText,
  sentences,
} from './safeText.ts';
import { fileName } from './names.ts';
import type { UndoOutcome } from '../../jobs/jobs.ts';

/** Maximum number of names in a message, because more would hide the rest of it. */
const maxNames = 3;

/** The outcome of a batch's jobs with their cost, if all are done and there is nothing else to report. */
export function savedText(done: readonly Job[], cost: SafeText | undefined): SafeText {
  const outputs = outputsOf(done);
  const [output, ...others] = outputs;
  if (output === undefined) {
    const skipped = done.filter(isSkipped).length;
    return skipped === done.length && skipped > 0
      ? say('Nothing was saved because the results already exist.')
      : say('Already as small as possible.');
  }
  const saved =
    others.length === 0
      ? oneSavedText(output, done)
      : joined([allSavedText(outputs.length, done), largerText(done)], ', ');
  return say('{0}.', joined([joined([saved, unchangedText(done)], ', '), cost], ' · '));
}

function oneSavedText(output: string, done: readonly Job[]): SafeText {
  const name = fileName(output);
  const share = sizeChange(done) ?? 0;
  const percent = wholePercent(share);
  if (percent > 0) return say('Saved {0}, {1} larger', name, percentText(share));
  return percent < 0 ? say('Saved {0}, {1} smaller', name, percentText(-share)) : say('Saved {0}', name);
}

function allSavedText(count: number, done: readonly Job[]): SafeText {
  const share = sizeChange(done) ?? 0;
  const counted = isCompression(done)
    ? sayCount(count, { one: 'Compressed {0} file', other: 'Compressed {0} files' })
    : sayCount(count, { one: 'Converted {0} file', other: 'Converted {0} files' });
  return wholePercent(share) < 0 ? say('{0}, {1} smaller in total', counted, percentText(-share)) : counted;
}

/** The number of results that are larger than their sources, as text. */
export function largerText(done: readonly Job[]): SafeText | undefined {
  const count = done.filter(hasGrown).length;
  return count === 0
    ? undefined
    : sayCount(count, { one: '{0} file got larger', other: '{0} files got larger' });
}

/** The number of jobs with a result, with the change in size, such as "31 converted (−48%)". */
export function convertedText(done: readonly Job[]): SafeText | undefined {
  const count = outputsOf(done).length;
  if (count === 0) return undefined;
  const counted = isCompression(done)
    ? sayCount(count, { one: '{0} compressed', other: '{0} compressed' })
    : sayCount(count, { one: '{0} converted', other: '{0} converted' });
  const share = sizeChange(done);
  return share === undefined ? counted : say('{0} ({1})', counted, changeText(share));
}

/** The number of done jobs without a result, as text. */
export function unchangedText(done: readonly Job[]): SafeText | undefined {
  const unchanged = done.filter((job) => outputsOf([job]).length === 0);
  const skipped = unchanged.filter(isSkipped).length;
  const small = unchanged.length - skipped;
  const parts = [
    small > 0
      ? sayCount(small, {
          one: '{0} already as small as possible',
          other: '{0} already as small as possible',
        })
      : undefined,
    skipped > 0
      ? sayCount(skipped, {
          one: '{0} skipped because the result already exists',
          other: '{0} skipped because the results already exist',
        })
      : undefined,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : joined(parts, ', ');
}

/** The number of jobs that didn't run because the user canceled the batch, as text. */
export function notDoneText(count: number): SafeText | undefined {
  return count === 0 ? undefined : sayCount(count, { one: '{0} not done', other: '{0} not done' });
}

/** The number of files that already had the target format, as text. */
export function sameText(count: number): SafeText | undefined {
  return count === 0
    ? undefined
    : sayCount(count, { one: '{0} already in that format', other: '{0} already in that format' });
}

/** The number of files that were compressed before, as text. */
export function earlierText(count: number): SafeText | undefined {
  return count === 0
    ? undefined
    : sayCount(count, { one: '{0} already compressed', other: '{0} already compressed' });
}

/** The number of failed jobs, with the names of the first ones. */
export function failedText(names: readonly SafeText[]): SafeText | undefined {
  if (names.length === 0) return undefined;
  return sayCount(names.length, { one: '{0} failed: {1}', other: '{0} failed: {1}' }, namesText(names));
}

/** The first names of a list, with the number of the others. `count` is the length of the list if only some are given. */
export function namesText(names: readonly SafeText[], count = names.length): SafeText {
  const more = count - Math.min(names.length, maxNames);
  const others = more > 0 ? [sayCount(more, { one: '{0} more', other: '{0} more' })] : [];
  return listed([...names.slice(0, maxNames), ...others]);
}

export function parkedText(count: number): SafeText | undefined {
  return count === 0 ? undefined : sayCount(count, { one: '{0} waiting', other: '{0} waiting' });
}

/** Says that canceled files still cost credits; `undefined` if there are none. */
export function spentText(spent: number): SafeText | undefined {
  return spent === 0 ? undefined : say('Files that the network already accepted still cost credits.');
}

/** The total change in size from sources to results, as a fraction of the sources. */
export function sizeChange(done: readonly Job[]): number | undefined {
  const { before, after } = sizesOf(done);
  return before === 0 ? undefined : after / before - 1;
}

/**
 * The total sizes of sources and results, in bytes. Only includes jobs whose sizes are known and can be compared; 0 if
 * there are none.
 */
export function sizesOf(done: readonly Job[]): { before: number; after: number } {
  const sizes = done.flatMap((job) => comparableSizes(job) ?? []);
  return {
    before: sizes.reduce((sum, { before }) => sum + before, 0),
    after: sizes.reduce((sum, { after }) => sum + after, 0),
  };
}

/** Kinds of files whose formats mainly differ in size. */
const sizedKinds: ReadonlySet<FileKind> = new Set(['images', 'audio', 'video']);

/**
 * The sizes of a job's source and result, if people compare them. Comparing the size of a text with that of a PDF, or
 * of a CSV file with that of a workbook, would be meaningless.
 */
export function comparableSizes(job: Job): { before: number; after: number } | undefined {
  const { tool, state, sourceBytes, targetFormat } = job;
  if (state.name !== 'done' || state.outputBytes === undefined || !sourceBytes) return undefined;
  const kind = fileKind(targetFormat ?? '');
  const isCompared =
    tool === 'compress' || (tool === 'convert' && kind === sourceKind(job) && sizedKinds.has(kind));
  return isCompared ? { before: sourceBytes, after: state.outputBytes } : undefined;
}

/** True if the displayed size of a result is larger than that of its source. */
function hasGrown(job: Job): boolean {
  const { before, after } = comparableSizes(job) ?? { before: 1, after: 1 };
  return wholePercent(after / before - 1) > 0;
}

/** The percentage as it is displayed. */
function wholePercent(share: number): number {
  return Math.round(share * 100);
}

function outputsOf(done: readonly Job[]): string[] {
  return done.flatMap(({ state }) => (state.name === 'done' ? (state.output ?? []) : []));
}

function isSkipped({ state }: Job): boolean {
  return state.name === 'done' && state.outcome === 'skipped';
}

function isCompression(done: readonly Job[]): boolean {
  return done.some((job) => job.tool === 'compress');
}

/** The question before an undo; `undefined` for a single result, which is easily made again. */
export function undoQuestion(results: number): SafeText | undefined {
  return results < 2 ? undefined : sayCount(results, { one: 'Undo {0} result?', other: 'Undo {0} results?' });
}

/** Says what an undo will do to files. */
export function undoDetail(): SafeText {
  return say('Unchanged results are removed, and replaced originals are restored.');
}

/** Says in a sentence what an undo did to files. */
export function undoText({ removed, restored, kept }: UndoOutcome): SafeText {
  const done = joined(
    [removedResultsText(removed), restoredOriginalsText(restored), keptFilesText(kept)],
    ', ',
  );
  return done === '' ? say('There’s nothing to undo.') : say('{0}.', done);
}

function removedResultsText(count: number): SafeText | undefined {
  return count === 0
    ? undefined
    : sayCount(count, { one: '{0} result removed', other: '{0} results removed' });
}

function restoredOriginalsText(count: number): SafeText | undefined {
  return count === 0
    ? undefined
    : sayCount(count, { one: '{0} original restored', other: '{0} originals restored' });
}

function keptFilesText(count: number): SafeText | undefined {
  return count === 0
    ? undefined
    : sayCount(count, {
        one: '{0} kept because it was changed since',
        other: '{0} kept because they were changed since',
      });
}

/** The number of files that were staged again, and the names of those that weren't. */
export function stagedText(staged: readonly string[], left: readonly string[]): SafeText | undefined {
  if (staged.length + left.length === 0) return undefined;
  return sentences([
    staged.length === 0
      ? undefined
      : sayCount(staged.length, { one: '{0} file staged again.', other: '{0} files staged again.' }),
    left.length === 0
      ? undefined
      : say('Not staged again because of later changes: {0}.', namesText(left.map(fileName))),
  ]);
}

/** Says which staged images are left out, and why. */
export function leftOutImagesText(
  inPart: readonly string[],
  pointers: readonly string[],
): SafeText | undefined {
  if (inPart.length + pointers.length === 0) return undefined;
  return sentences([
    inPart.length === 0
      ? undefined
      : say('Skipped because only some of the changes are staged: {0}.', namesText(inPart.map(fileName))),
    pointers.length === 0
      ? undefined
      : say('Skipped because Git LFS hasn’t fetched them: {0}.', namesText(pointers.map(fileName))),
  ]);
}
