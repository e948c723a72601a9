import * as z from 'zod/mini';
import { option } from '../../api/options.ts';

const pixels = z.int().check(z.minimum(1), z.maximum(16_383));

/** The box that larger pictures are scaled down to. */
export const maxSizeShape = {
  maxWidth: option(pixels, { description: 'Pictures that are wider get smaller.', unset: 'Any' }),
  maxHeight: option(pixels, { description: 'Pictures that are higher get smaller.', unset: 'Any' }),
};
