import * as z from 'zod/mini';
import { type OptionsSchema, strictOptions } from '../../../api/options.ts';
import { maxSizeShape } from '../../../lib/compression/maxSize.ts';
import { leastSavingOption, sizeLimitShape } from '../../../lib/compression/sizeLimits.ts';
import { qualityOption } from '../../../lib/qualityOption.ts';
import { videoTargets } from './targets.ts';

/** Less is not worth another generation of flaws, in per cent. */
export const worthwhileSaving = 10;

const encoding = {
  quality: qualityOption({ unset: 'Good enough for a screen and for headphones' }),
  maxKilobytes: sizeLimitShape.maxKilobytes,
  leastSaving: leastSavingOption(worthwhileSaving),
};

/** Every option that the compression of some format allows. */
export const mediaCompressionOptions = z.object({ ...encoding, ...maxSizeShape });

export type MediaCompressionOptions = z.infer<typeof mediaCompressionOptions>;

/** The options of the compression of a format; FLAC leaves nothing to choose. */
export function mediaCompressionOptionsOf(format: string): OptionsSchema {
  if (Object.hasOwn(videoTargets, format)) return strictOptions({ ...encoding, ...maxSizeShape });
  return strictOptions(format === 'flac' ? { leastSaving: leastSavingOption(0) } : encoding);
}
