import { once } from '../../../../util/once.ts';
import { oneCredit } from '../../../api/cost.ts';
import type { CompressionRow } from '../../../api/row.ts';
import { mediaCompressionOptionsOf } from './options.ts';
import { compressionTargets } from './targets.ts';

/** What FFmpeg makes smaller, for a user who has it. */
export const ffmpegCompressions = (): readonly CompressionRow[] =>
  Object.keys(compressionTargets).map((format) => ({
    format,
    lossy: format !== 'flac',
    cost: oneCredit,
    options: once(() => mediaCompressionOptionsOf(format)),
  }));
