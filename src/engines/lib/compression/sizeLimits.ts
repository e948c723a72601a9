import { copyFile, stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { option } from '../../api/options.ts';
import type { Work } from '../../api/work.ts';

/** Where files are sent and sold, a kilobyte has 1000 bytes; who counts 1024 finds the result the smaller for it. */
const kilobyte = 1000;

/** In per cent, where the kind of file decides what is worth it. */
export const leastSavingOption = (usual: number) =>
  option(z.int().check(z.minimum(0), z.maximum(99)), {
    description: 'Where less would be saved, the file is left as it is.',
    default: usual,
  });

/** What may be asked of the size of anything that is compressed. */
export const sizeLimitShape = {
  maxKilobytes: option(z.int().check(z.minimum(1), z.maximum(10_000_000)), {
    description: 'The result has no more, or there is none.',
    unset: 'Any',
  }),
  leastSaving: leastSavingOption(0),
};

export interface SizeLimits {
  readonly maxKilobytes?: number | undefined;
  readonly leastSaving?: number | undefined;
}

/** What a result may have at most. */
export function mostBytes({ maxKilobytes = Infinity }: SizeLimits): number {
  return maxKilobytes * kilobyte;
}

/**
 * Ends a compression whose output is written: puts the source in its place where that is no larger, or where less than
 * the least is saved. The least does not count for a source that has more bytes than are allowed; and a source that is
 * `unfit` for another reason, such as its width, is no result at all.
 * @throws ConversionError `conversion.size_not_met` where neither output nor source will do
 */
export async function settleSize(
  { inputPath, outputPath }: Pick<Work, 'inputPath' | 'outputPath'>,
  limits: SizeLimits,
  { unfit = false } = {},
): Promise<void> {
  const [before, after] = [(await stat(inputPath)).size, (await stat(outputPath)).size];
  const most = mostBytes(limits);
  if (after > most && (unfit || before > most)) {
    const smallest = inKilobytes(unfit ? after : Math.min(before, after));
    throw new ConversionError(fault('size.smallest', smallest, inKilobytes(most)));
  }
  if (unfit && after > before) {
    throw new ConversionError(fault('size.more', inKilobytes(after), inKilobytes(before)));
  }
  if (unfit || before > most) return;
  const worthwhile = before * (1 - (limits.leastSaving ?? 0) / 100);
  if (after > Math.min(worthwhile, most)) await copyFile(inputPath, outputPath);
}

function inKilobytes(bytes: number): number {
  return Math.ceil(bytes / kilobyte);
}
