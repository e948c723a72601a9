import * as z from 'zod/mini';

export const filmOptions = z.strictObject({
  /** What lies under pictures that are transparent. */
  background: z.optional(z.string().check(z.regex(/^#[0-9a-f]{6}$/i))),
  /** Of the picture, against fewer bytes. */
  quality: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
});
