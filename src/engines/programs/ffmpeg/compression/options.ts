import * as z from 'zod/mini';
import { type OptionsSchema, strictOptions } from '../../../api/options.ts';
import { maxSizeShape } from '../../../lib/maxSize.ts';
import { leastSavingOption, sizeLimitShape } from '../../../lib/sizeLimits.ts';
import { qualityOption } from '../../../lib/qualityOption.ts';
import { videoTargets } from './targets.ts';

/** A smaller saving, in percent, isn't worth a generation loss. */
export const worthwhileSaving = 10;

const encoding = {
  quality: qualityOption({ unset: 'Suitable for screens and headphones' }),
  maxKilobytes: sizeLimitShape.maxKilobytes,
  leastSaving: leastSavingOption(worthwhileSaving),
};

/** All options of all formats' compression. */
export const mediaCompressionOptions = z.object({ ...encoding, ...maxSizeShape });

/** A format's compression options; FLAC has none. */
export function mediaCompressionOptionsOf(format: string): OptionsSchema {
  if (Object.hasOwn(videoTargets, format)) return strictOptions({ ...encoding, ...maxSizeShape });
  return strictOptions(format === 'flac' ? { leastSaving: leastSavingOption(0) } : encoding);
}
