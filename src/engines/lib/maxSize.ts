import * as z from 'zod/mini';
import { option } from '../api/options.ts';

const pixels = z.int().check(z.minimum(1), z.maximum(16_383));

/** Options for a box that larger pictures are scaled down to fit. */
export const maxSizeShape = {
  maxWidth: option(pixels, { description: 'Wider pictures are scaled down', unset: 'No limit' }),
  maxHeight: option(pixels, { description: 'Taller pictures are scaled down', unset: 'No limit' }),
};
