import * as z from 'zod/mini';

/** The names in the folder of a preview: of the file, and of the picture that is made of it. */
export const previewFiles = { input: 'input', picture: 'picture.png' } as const;

/** A file that a person wants to look at. It lies in a folder of its own, which the picture goes to as well. */
export const previewRequest = z.object({
  folder: z.string(),
  /** What the file is called where it comes from. */
  fileName: z.string(),
  /** Counted from 1, where the file has pages. */
  page: z.int().check(z.minimum(1)),
});

/** What the picture shows. */
export const previewFacts = z.object({
  /** Of the file, by its content or else by its name. */
  format: z.string(),
  /** Of the image itself in pixels; the picture of one that is very large has fewer. */
  width: z.int(),
  height: z.int(),
  pages: z.optional(z.int()),
  frames: z.optional(z.int()),
});

export type PreviewRequest = z.infer<typeof previewRequest>;
export type PreviewFacts = z.infer<typeof previewFacts>;
