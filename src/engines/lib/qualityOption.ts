import * as z from 'zod/mini';
import { type Absent, option } from '../api/options.ts';

/** The visual quality, from 1 to 100, whatever the encoder's own scale. */
export function qualityOption(absent: Absent<number>) {
  return option(z.int().check(z.minimum(1), z.maximum(100)), {
    description: 'From 1, which makes small files, to 100, which looks best.',
    ...absent,
  });
}
