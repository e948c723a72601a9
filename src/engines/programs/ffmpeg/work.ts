import type { Engine } from '../../api/work.ts';
import { compressWithFfmpeg } from './compression/compress.ts';
import { convertWithFfmpeg } from './convert.ts';

/** Runs a conversion or a compression. */
export const workWithFfmpeg: Engine = (work) =>
  work.tool === 'compress' ? compressWithFfmpeg(work) : convertWithFfmpeg(work);
