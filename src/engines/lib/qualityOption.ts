import * as z from 'zod/mini';
import { type DefaultBehavior, option } from '../api/options.ts';

/** Creates the option for visual quality, from 1 to 100 for every encoder. */
export function qualityOption(absent: DefaultBehavior<number>) {
  return option(z.int().check(z.minimum(1), z.maximum(100)), {
    description: 'From 1 (smallest files) to 100 (best quality)',
    ...absent,
  });
}
