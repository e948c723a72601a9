import * as z from 'zod/mini';
import { optionPatterns } from '../../../contract/optionPatterns.ts';

export const animationVideoOptions = z.strictObject({
  /** What lies under pictures that are transparent. */
  background: z.optional(z.string().check(z.regex(optionPatterns.colour))),
  /** Of the picture, against fewer bytes. */
  quality: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
});
