import * as z from 'zod/mini';

/** A picture that a person waits for in another format. */
export const directConversion = z.object({
  /** In a folder that is there for this alone. */
  inputPath: z.string(),
  /** Where the result goes: in the same folder. */
  outputPath: z.string(),
  /** What the picture is called where it comes from. */
  fileName: z.string(),
  /** The format that it becomes. */
  to: z.string(),
});

export type DirectConversion = z.infer<typeof directConversion>;
