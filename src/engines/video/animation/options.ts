import * as z from 'zod/mini';
import { optionPatterns } from '../../../contract/optionPatterns.ts';
import { strictOptions } from '../../api/options.ts';

export const animationVideoOptions = strictOptions({
  /** What lies under pictures that are transparent. */
  background: z.optional(z.string().check(z.regex(optionPatterns.color))),
  /** Of the picture, against fewer bytes. */
  quality: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
});
