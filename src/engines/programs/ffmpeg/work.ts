import type { Engine } from '../../api/work.ts';
import { compressWithFfmpeg } from './compression/compress.ts';
import { convertWithFfmpeg } from './convert.ts';

/** Either of what FFmpeg does. */
export const workWithFfmpeg: Engine = (work) =>
  work.tool === 'compress' ? compressWithFfmpeg(work) : convertWithFfmpeg(work);
