import * as z from 'zod/mini';
import { readFault } from '../contract/faults/fault.ts';
import { toolIds } from '../contract/tools.ts';
import { programFacts } from '../engines/programs/programFacts.ts';
import { programIds } from '../engines/programs/programs.ts';

/** A file that a person waits for in another format. */
export const directConversion = z.object({
  /** In a folder that is there for this alone. */
  inputPath: z.string(),
  /** Where the result goes: in the same folder. */
  outputPath: z.string(),
  /** What the picture is called where it comes from. */
  fileName: z.string(),
  /** The format that it becomes. */
  to: z.string(),
  options: z.optional(z.record(z.string(), z.unknown())),
  /** Whether a program of the user's may read the file. */
  mayRunPrograms: z.boolean(),
});

export type DirectConversion = z.infer<typeof directConversion>;

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

const search = z.object({
  paths: z.partialRecord(z.enum(programIds), z.string()),
  avoid: z.readonly(z.array(z.string())),
});

const share = z.object({
  /** How many jobs run at once. */
  maxParallelJobs: z.int(),
  /** Whether what a person does meanwhile goes first. */
  isBelowNormal: z.boolean(),
});

/** How much of the computer the local service takes. */
export type Share = z.infer<typeof share>;

/** What the extension tells its local service over IPC. The key goes this way alone, never by argument or environment. */
export const parentMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), key: z.string(), temporaryRoot: z.string(), search, share }),
  z.object({ type: z.literal('share'), share }),
  z.object({ type: z.literal('programs'), search }),
  z.object({ type: z.literal('cancel'), request: z.int(), tool: z.enum(toolIds), jobId: z.string() }),
  z.object({ type: z.literal('describePrograms'), request: z.int() }),
  z.object({ type: z.literal('preview'), request: z.int(), file: previewRequest }),
  z.object({ type: z.literal('convert'), request: z.int(), file: directConversion }),
  /** Ends a preview or a conversion that nobody waits for any more. */
  z.object({ type: z.literal('cancelPicture'), request: z.int() }),
]);

/** Why there is no picture; a code of `contract/errors.ts`. */
const pictureFault = z.object({
  code: z.string(),
  detail: z.string(),
  fault: z.optional(z.pipe(z.unknown(), z.transform(readFault))),
});

/** What the local service tells the extension. */
export const childMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('listening'), socketPath: z.string(), incarnation: z.string() }),
  z.object({ type: z.literal('canceled'), request: z.int() }),
  z.object({ type: z.literal('ended'), jobId: z.string() }),
  z.object({ type: z.literal('described'), request: z.int(), programs: z.array(programFacts) }),
  z.object({
    type: z.literal('previewed'),
    request: z.int(),
    answer: z.union([z.object({ facts: previewFacts }), z.object({ fault: pictureFault })]),
  }),
  z.object({
    type: z.literal('converted'),
    request: z.int(),
    /** What the conversion may leave out. */
    answer: z.union([z.object({ losses: z.array(z.string()) }), z.object({ fault: pictureFault })]),
  }),
]);

export type ParentMessage = z.infer<typeof parentMessage>;
export type ChildMessage = z.infer<typeof childMessage>;
export type PictureFault = z.infer<typeof pictureFault>;
