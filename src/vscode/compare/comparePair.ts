import { problemOf } from '../../jobs/core/problem.ts';
import type { FileFacts, FileStore } from '../../jobs/files/fileStore.ts';
import type { PictureMaker } from './pictureMaker.ts';
import { type ImageComparison, type ComparedSide, noLosses, type PairLosses } from './comparison.ts';
import type { ImagePair, PairSide } from '../jobsView/imagePairs.ts';
import { noPictureText } from '../text/pictures.ts';
import { say } from '../text/safeText.ts';

interface PairContext {
  readonly files: FileStore;
  readonly maker: PictureMaker;
  /** True if the workspace is trusted. A click on a command counts as a request to run programs. */
  readonly mayRunPrograms: boolean;
  readonly lossesOf: (pair: ImagePair, signal: AbortSignal) => Promise<PairLosses>;
}

/**
 * Makes the pictures of a pair in a folder, if possible.
 * @throws the signal's reason, and no other error
 */
export async function comparePair(
  { files, maker, mayRunPrograms, lossesOf }: PairContext,
  pair: ImagePair,
  folder: string,
  signal: AbortSignal,
): Promise<ImageComparison> {
  const look = async ({ uri, name, was }: PairSide): Promise<ComparedSide> => {
    if (uri === undefined) return { problem: say('It was replaced by its result, and there’s no backup.') };
    try {
      const hasChanged = was !== undefined && differs(was, await files.facts(uri));
      return { hasChanged, picture: await maker.make({ uri, name, mayRunPrograms }, 1, folder, signal) };
    } catch (error) {
      signal.throwIfAborted();
      return { problem: noPictureText(problemOf(error)) };
    }
  };
  const [before, after, losses] = await Promise.all([
    look(pair.before),
    look(pair.after),
    lossesOf(pair, signal).catch(() => noLosses),
  ]);
  return { pair, before, after, losses };
}

function differs(was: NonNullable<PairSide['was']>, facts: FileFacts | undefined): boolean {
  if (facts === undefined) return false;
  const { sizeBytes = facts.sizeBytes, modifiedMs = facts.modifiedMs } = was;
  return sizeBytes !== facts.sizeBytes || modifiedMs !== facts.modifiedMs;
}
