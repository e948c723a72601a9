import * as z from 'zod/mini';
import { readFault } from '../contract/fault.ts';
import { documentedToolIds, toolIds } from '../contract/tools.ts';
import { programFacts } from '../engines/programs/programFacts.ts';
import { programIds } from '../engines/programs/programs.ts';

/** A file to convert immediately, because the user is waiting. */
const directConversion = z.object({
  tool: z.enum(documentedToolIds),
  /** Path of the file, in a folder that is used only for this conversion. */
  inputPath: z.string(),
  /** Path of the result, in the same folder. */
  outputPath: z.string(),
  /** The picture's original name. */
  fileName: z.string(),
  /** The target format; absent for compression. */
  to: z.optional(z.string()),
  options: z.optional(z.record(z.string(), z.unknown())),
  /** True if one of the user's programs may read the file. */
  mayRunPrograms: z.boolean(),
});

export type DirectConversion = z.infer<typeof directConversion>;

const position = z.int().check(z.minimum(0));
const length = z.int().check(z.minimum(1));

/** Conversion options to try on a part of an image. */
const trial = z.object({
  tool: z.enum(documentedToolIds),
  /** The format of the result. */
  to: z.string(),
  options: z.record(z.string(), z.unknown()),
  region: z.object({ left: position, top: position, width: length, height: length }),
  /** The size to which the part is scaled before it is encoded. */
  scaledTo: z.object({ width: length, height: length }),
});

export type Trial = z.infer<typeof trial>;

const previewRequest = z.object({
  /** Path of the file, in a folder that is used only for this preview. */
  inputPath: z.string(),
  /** Path of the resulting PNG, in the same folder. */
  outputPath: z.string(),
  /** The file's original name. */
  fileName: z.string(),
  /** Page number, starting at 1, if the file has pages. */
  page: z.int().check(z.minimum(1)),
  /** True if one of the user's programs may read the file, because the user asked for that. */
  mayRunPrograms: z.boolean(),
  /** If present, the preview shows a part of the image as a conversion would change it. */
  trial: z.optional(trial),
});

/** An archive to extract in its own folder. */
const extractionRequest = z.object({
  inputPath: z.string(),
  /** Path of an empty folder, whose permissions limit those of the files. */
  outputPath: z.string(),
  fileName: z.string(),
});

export type ExtractionRequest = z.infer<typeof extractionRequest>;

const count = z.int().check(z.minimum(0));
const namedEntries = z.object({ count, names: z.readonly(z.array(z.string().check(z.maxLength(300)))) });

/** The result of an extraction, from a worker to the service and on to the extension. */
export const extractedEntries = z.object({ files: count, skipped: namedEntries, renamed: namedEntries });

export type ExtractedEntries = z.infer<typeof extractedEntries>;

/** A file to probe in its own folder. */
const probeRequest = z.object({ inputPath: z.string(), fileName: z.string() });

export type ProbeRequest = z.infer<typeof probeRequest>;

const previewFacts = z.object({
  /** The file's format, determined by its content, or else by its name. */
  format: z.string(),
  /** Size of the image, not of the preview, in pixels. */
  width: z.int(),
  height: z.int(),
  /** True if the preview is smaller than the image. */
  isReduced: z.optional(z.boolean()),
  pages: z.optional(z.int()),
  frames: z.optional(z.int()),
  /** For a trial, the size of the encoded part in bytes. */
  encodedBytes: z.optional(z.int()),
});

export type PreviewRequest = z.infer<typeof previewRequest>;
export type PreviewFacts = z.infer<typeof previewFacts>;

const search = z.object({
  paths: z.partialRecord(z.enum(programIds), z.string()),
  avoid: z.readonly(z.array(z.string())),
});

const share = z.object({
  /** Maximum number of parallel jobs. */
  maxParallelJobs: z.int(),
  /** True to run with a low priority, so that the user's other work comes first. */
  isBelowNormal: z.boolean(),
});

/** The local service's share of the computer. */
export type Share = z.infer<typeof share>;

/**
 * Messages from the extension to its local service over IPC. The key is only sent this way, never in an argument or the
 * environment.
 */
export const parentMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), key: z.string(), temporaryRoot: z.string(), search, share }),
  z.object({ type: z.literal('share'), share }),
  z.object({ type: z.literal('programs'), search }),
  z.object({ type: z.literal('cancel'), request: z.int(), tool: z.enum(toolIds), jobId: z.string() }),
  z.object({ type: z.literal('describePrograms'), request: z.int() }),
  z.object({ type: z.literal('preview'), request: z.int(), file: previewRequest }),
  z.object({ type: z.literal('convert'), request: z.int(), file: directConversion }),
  z.object({ type: z.literal('probe'), request: z.int(), file: probeRequest }),
  z.object({ type: z.literal('extract'), request: z.int(), file: extractionRequest }),
  /** Cancels a preview, a conversion, a probe, or an extraction that is no longer needed. */
  z.object({ type: z.literal('cancelRequest'), request: z.int() }),
]);

/** The reason why there is no result. `code` is one of `contract/errors.ts`. */
const requestFault = z.object({
  code: z.string(),
  detail: z.string(),
  fault: z.optional(z.pipe(z.unknown(), z.transform(readFault))),
});

function answerWith<Result extends z.ZodMiniType>(result: Result) {
  return z.union([z.object({ result }), z.object({ fault: requestFault })]);
}

/** Messages from the local service to the extension. */
export const childMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('listening'), socketPath: z.string(), epoch: z.string() }),
  z.object({ type: z.literal('canceled'), request: z.int() }),
  z.object({ type: z.literal('ended'), jobId: z.string() }),
  z.object({ type: z.literal('described'), request: z.int(), programs: z.array(programFacts) }),
  z.object({ type: z.literal('previewed'), request: z.int(), answer: answerWith(previewFacts) }),
  /** The result is the properties that the conversion may have dropped. */
  z.object({
    type: z.literal('converted'),
    request: z.int(),
    answer: answerWith(z.readonly(z.array(z.string()))),
  }),
  z.object({ type: z.literal('extracted'), request: z.int(), answer: answerWith(extractedEntries) }),
  z.object({ type: z.literal('probed'), request: z.int(), traits: z.record(z.string(), z.boolean()) }),
]);

export type ParentMessage = z.infer<typeof parentMessage>;
export type ChildMessage = z.infer<typeof childMessage>;
export type RequestFault = z.infer<typeof requestFault>;
export type RequestAnswer<T> = { readonly result: T } | { readonly fault: RequestFault };
