import * as z from 'zod/mini';
import { type OptionsSchema, strictOptions } from '../../../api/options.ts';
import { maxSizeShape } from '../../../lib/maxSize.ts';
import { minSavingOption, sizeLimitShape } from '../../../lib/sizeLimits.ts';
import { qualityOption } from '../../../lib/qualityOption.ts';
import { videoTargets } from './targets.ts';

/** The minimum saving, in percent. A smaller one isn't worth the loss of quality. */
export const worthwhileSaving = 10;

const encoding = {
  quality: qualityOption({ unset: 'Suitable for screens and headphones' }),
  maxKilobytes: sizeLimitShape.maxKilobytes,
  leastSaving: minSavingOption(worthwhileSaving),
};

/** The union of the options for compressing any audio or video format. */
export const mediaCompressionOptions = z.object({ ...encoding, ...maxSizeShape });

/** Returns the compression options of a format. FLAC has none. */
export function mediaCompressionOptionsOf(format: string): OptionsSchema {
  if (Object.hasOwn(videoTargets, format)) return strictOptions({ ...encoding, ...maxSizeShape });
  return strictOptions(format === 'flac' ? { leastSaving: minSavingOption(0) } : encoding);
}
