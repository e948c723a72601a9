import { copyFile, stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { fault } from '../../contract/fault.ts';
import type { OptionName } from '../../contract/options.ts';
import { ConversionError } from '../api/conversionError.ts';
import { option, type DefaultBehavior } from '../api/options.ts';
import type { EngineTask } from '../api/task.ts';

/**
 * Websites that limit uploads in kilobytes usually mean 1000 bytes. A file within such a limit is also within one that
 * counts 1024 bytes.
 */
const kilobyte = 1000;

/** Creates the option for the minimum saving in percent. Its default depends on the kind of file. */
export const minSavingOption = (usual: number) =>
  option(z.int().check(z.minimum(0), z.maximum(99)), {
    description: 'Smaller savings leave the file unchanged',
    default: usual,
  });

/** Options for the size of a compressed file. */
export const sizeLimitShape = {
  maxKilobytes: option(z.int().check(z.minimum(1), z.maximum(10_000_000)), {
    description: 'Maximum file size; the conversion fails if it can’t be reached',
    unset: 'No limit',
  }),
  leastSaving: minSavingOption(0),
};

export interface SizeLimits {
  readonly maxKilobytes?: number | undefined;
  readonly leastSaving?: number | undefined;
}

export function maxBytesOf({ maxKilobytes = Infinity }: SizeLimits): number {
  return maxKilobytes * kilobyte;
}

/**
 * Finishes a compression. Replaces the output with the source if that isn't larger, or if too little is saved. The
 * minimum saving doesn't count if the source exceeds the maximum size. If the source is `unfit` for another reason,
 * such as its width, it never replaces the output.
 * @throws ConversionError `conversion.size_not_met` if neither the output nor the source is acceptable
 */
export async function enforceSizeLimits(
  { inputPath, outputPath }: Pick<EngineTask, 'inputPath' | 'outputPath'>,
  limits: SizeLimits,
  { unfit = false } = {},
): Promise<void> {
  const [before, after] = [(await stat(inputPath)).size, (await stat(outputPath)).size];
  const most = maxBytesOf(limits);
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

const pixels = z.int().check(z.minimum(1), z.maximum(16_383));

/** Options for a box that larger pictures are scaled down to fit. */
export const maxSizeShape = {
  maxWidth: option(pixels, { description: 'Wider pictures are scaled down', unset: 'No limit' }),
  maxHeight: option(pixels, { description: 'Taller pictures are scaled down', unset: 'No limit' }),
};

/** Rejects `lossless` in combination with options for lossy compression. */
export function losslessWithout(...names: readonly OptionName[]): z.core.CheckFn<Record<string, unknown>> {
  return ({ value, issues }) => {
    if (value['lossless'] !== true) return;
    for (const name of names.filter((each) => value[each] !== undefined)) {
      issues.push({
        code: 'custom',
        path: [name],
        input: value,
        message: 'It can’t be combined with lossless',
      });
    }
  };
}

/** Creates the option for visual quality, from 1 to 100 for every encoder. */
export function qualityOption(absent: DefaultBehavior<number>) {
  return option(z.int().check(z.minimum(1), z.maximum(100)), {
    description: 'From 1 (smallest files) to 100 (best quality)',
    ...absent,
  });
}
