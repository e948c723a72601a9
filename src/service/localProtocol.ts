import * as z from 'zod/mini';
import { readFault } from '../contract/fault.ts';
import { documentedToolIds, toolIds } from '../contract/tools.ts';
import { programFacts } from '../engines/programs/programFacts.ts';
import { programIds } from '../engines/programs/programs.ts';

const position = z.int().check(z.minimum(0));
const length = z.int().check(z.minimum(1));

/** A conversion, a compression, or a combination of several files. */
const conversion = z.object({
  tool: z.enum(toolIds),
  /** One file, or several to combine, in order. They are only read. */
  files: z.readonly(
    z.array(
      z.object({
        path: z.string(),
        /** The original base name; for one of several files, a relative path. */
        fileName: z.string(),
        /** When the file was last changed, in milliseconds since the epoch. */
        modifiedMs: z.optional(z.number()),
      }),
    ),
  ),
  /** The target format; for a compression, the file's format if its name doesn't show it. */
  to: z.optional(z.string()),
  options: z.record(z.string(), z.unknown()),
  /** Path of the result, which doesn't exist yet, in a folder that is used only for this request. */
  outputPath: z.string(),
  /** True if the user's programs may read the files. */
  mayRunPrograms: z.boolean(),
  /** True if the user waits for it in an editor, so that it doesn't queue behind jobs. */
  isUrgent: z.boolean(),
});

const conversionResult = z.object({
  /** The name of the result beside its source. */
  fileName: z.string(),
  /** Properties of the source that the result may lack. */
  losses: z.readonly(z.array(z.string())),
});

/** Conversion options to try on a part of an image. */
const partConversion = z.object({
  tool: z.enum(documentedToolIds),
  /** The format of the result. */
  to: z.string(),
  options: z.record(z.string(), z.unknown()),
  region: z.object({ left: position, top: position, width: length, height: length }),
  /** The size to which the part is scaled before it is encoded. */
  scaledTo: z.object({ width: length, height: length }),
});

export type PartConversion = z.infer<typeof partConversion>;

const preview = z.object({
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
  part: z.optional(partConversion),
});

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
  /** The size of the encoded part in bytes, if the preview shows one. */
  encodedBytes: z.optional(z.int()),
});

/** An archive to extract in its own folder. */
const extraction = z.object({
  inputPath: z.string(),
  /** Path of an empty folder, whose permissions limit those of the files. */
  outputPath: z.string(),
  fileName: z.string(),
  password: z.optional(z.string()),
});

const count = z.int().check(z.minimum(0));
const namedEntries = z.object({ count, names: z.readonly(z.array(z.string().check(z.maxLength(300)))) });

/** The result of an extraction, from a worker to the service and on to the extension. */
export const extractedEntries = z.object({ files: count, skipped: namedEntries, renamed: namedEntries });

const schemas = {
  convert: { request: conversion, result: conversionResult },
  preview: { request: preview, result: previewFacts },
  extract: { request: extraction, result: extractedEntries },
  /** Finds out which properties a file has. */
  probe: {
    request: z.object({ inputPath: z.string(), fileName: z.string() }),
    result: z.record(z.string(), z.boolean()),
  },
  describePrograms: { request: z.object({}), result: z.array(programFacts) },
} as const;

export type RequestKind = keyof typeof schemas;
export type RequestOf<Kind extends RequestKind> = z.infer<(typeof schemas)[Kind]['request']>;
export type ResultOf<Kind extends RequestKind> = z.infer<(typeof schemas)[Kind]['result']>;

/** The kinds of requests, each with the schemas of what is requested and of its result. */
export const requestKinds: {
  readonly [Kind in RequestKind]: {
    readonly request: z.ZodMiniType<RequestOf<Kind>>;
    readonly result: z.ZodMiniType<ResultOf<Kind>>;
  };
} = schemas;

const requestKind = z.custom<RequestKind>(
  (value) => typeof value === 'string' && Object.hasOwn(schemas, value),
);

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

/** Messages from the extension to its local service. */
export const parentMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), temporaryRoot: z.string(), search, share }),
  z.object({ type: z.literal('share'), share }),
  z.object({ type: z.literal('programs'), search }),
  /** The content is checked by the schema of its kind. */
  z.object({ type: z.literal('request'), id: z.int(), kind: requestKind, content: z.unknown() }),
  z.object({ type: z.literal('cancel'), id: z.int() }),
]);

/** The reason why there is no result. `code` is one of `contract/errors.ts`. */
const requestFault = z.object({
  code: z.string(),
  detail: z.string(),
  fault: z.optional(z.pipe(z.unknown(), z.transform(readFault))),
});

/** Messages from the local service to the extension. */
export const childMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** The work on a request has begun or, with `share`, this share of it is done. */
  z.object({ type: z.literal('progress'), id: z.int(), share: z.optional(z.number()) }),
  z.object({ type: z.literal('result'), id: z.int(), result: z.unknown() }),
  z.object({ type: z.literal('fault'), id: z.int(), fault: requestFault }),
]);

export type ParentMessage = z.infer<typeof parentMessage>;
export type ChildMessage = z.infer<typeof childMessage>;
export type RequestFault = z.infer<typeof requestFault>;
