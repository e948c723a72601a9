import * as z from 'zod/mini';

/** A file that a person wants to look at. */
export const previewRequest = z.object({
  /** In a folder that is there for this alone. */
  inputPath: z.string(),
  /** Where the picture goes, as a PNG: in the same folder. */
  outputPath: z.string(),
  /** What the file is called where it comes from. */
  fileName: z.string(),
  /** Counted from 1, where the file has pages. */
  page: z.int().check(z.minimum(1)),
  /** Whether a program of the user's may read the file: a person has asked for it. */
  mayRunPrograms: z.boolean(),
});

/** What the picture shows. */
export const previewFacts = z.object({
  /** Of the file, by its content or else by its name. */
  format: z.string(),
  /** Of the image itself, in pixels. */
  width: z.int(),
  height: z.int(),
  /** It is very large, and the picture has fewer. */
  isReduced: z.optional(z.boolean()),
  pages: z.optional(z.int()),
  frames: z.optional(z.int()),
});

export type PreviewRequest = z.infer<typeof previewRequest>;
export type PreviewFacts = z.infer<typeof previewFacts>;
