import { crc32 } from 'node:zlib';
import * as z from 'zod/mini';
import { codeFromOutside } from '../../contract/errors.ts';
import { mapFault, readFault } from '../../contract/fault.ts';
import { isSecretOption, withoutSecrets } from '../../contract/options.ts';
import { toolIds } from '../../contract/tools.ts';
import type { UndoEntry } from '../core/undoEntry.ts';
import { type Job, type JobState, onCollisionChoices } from '../core/job.ts';
import { serviceIds } from '../core/service.ts';

// JSON has no `undefined`, so journals omit these fields. Reading sets them to `undefined`.
const orUndefined = <T extends z.ZodMiniType>(type: T) =>
  z.pipe(
    z.optional(type),
    z.transform((value: z.output<T> | undefined) => value),
  );

const text = orUndefined(z.string());
const number = orUndefined(z.number());
const combined = z.object({
  sources: z.readonly(z.array(z.object({ uri: z.string(), path: z.string() }))),
  folder: z.string(),
  stem: z.string(),
});
const problem = z.object({
  code: z.pipe(z.string(), z.transform(codeFromOutside)),
  detail: z.string(),
  // Faults that this version doesn't know are dropped. The detail has the same information.
  fault: z.optional(z.pipe(z.unknown(), z.transform(readFault))),
  file: z.optional(z.string()),
});
const remote = z.pipe(
  z.object({
    jobId: z.string(),
    epoch: z.optional(z.string()),
    incarnation: z.optional(z.string()),
    keyId: z.optional(z.string()),
  }),
  // Earlier versions named this field `incarnation`.
  z.transform(({ incarnation, epoch, ...rest }) => ({ ...rest, epoch: epoch ?? incarnation })),
);
const maybeRemote = orUndefined(remote);
const folders = orUndefined(z.readonly(z.array(z.string())));
const placedFile = z.object({ uri: z.string(), sizeBytes: z.number(), modifiedMs: z.number() });

const pictures = z.optional(z.readonly(z.array(placedFile)));

const outputTemplates = z.object({
  folder: text,
  name: text,
  workspace: text,
  staysInWorkspace: z.boolean(),
  preset: text,
  number: z.string(),
});

const state = z.discriminatedUnion('name', [
  z.object({ name: z.literal('waiting'), notBefore: number, problem: orUndefined(problem) }),
  z.object({
    name: z.literal('uploading'),
    sentBytes: z.number(),
    startedAt: z.number(),
    charges: z.boolean(),
    sha256: text,
    key: z.optional(z.string()),
  }),
  z.object({ name: z.literal('converting'), progress: number }),
  z.object({ name: z.literal('queued'), remote }),
  z.object({ name: z.literal('processing'), remote, progress: number }),
  z.object({
    name: z.literal('downloading'),
    remote,
    fileName: text,
    temporary: z.string(),
    receivedBytes: z.number(),
    totalBytes: number,
  }),
  z.object({
    name: z.literal('placing'),
    remote: maybeRemote,
    temporary: z.string(),
    fileName: text,
    attempt: orUndefined(placedFile),
    madeFolders: folders,
    embedded: z.optional(z.string()),
    pictures,
  }),
  z.object({
    name: z.literal('done'),
    endedAt: z.number(),
    outcome: z.enum(['saved', 'alreadySmall', 'skipped']),
    output: text,
    outputBytes: number,
  }),
  z.object({
    name: z.literal('failed'),
    endedAt: z.number(),
    problem,
    keptOutput: text,
    remote: maybeRemote,
  }),
  z.object({ name: z.literal('canceled'), endedAt: z.number(), spent: z.boolean() }),
  z.object({ name: z.literal('expired'), endedAt: z.number() }),
  z.object({ name: z.literal('needsCredits'), problem, required: number, available: number }),
  z.object({ name: z.literal('needsKey'), problem, remote: maybeRemote }),
  z.object({
    name: z.literal('needsName'),
    output: orUndefined(z.object({ remote: maybeRemote, temporary: z.string() })),
    fileName: z.string(),
  }),
  z.object({
    name: z.literal('unconfirmed'),
    sentAt: z.number(),
    sizeBytes: z.number(),
    sha256: text,
    problem,
  }),
  z.object({ name: z.literal('offline'), problem, remote: maybeRemote }),
]);

const backup = z.object({ uri: z.string(), sizeBytes: z.number(), modifiedMs: number });

/** A job as stored in a journal. Its id names a folder for its output, so it can't lead to another one. */
const jobSchema = z.object({
  id: z.string().check(z.regex(/^[^./\\]+$/)),
  batch: z.string(),
  tool: z.enum(toolIds),
  service: z.enum(serviceIds),
  source: z.string(),
  combined: z.optional(combined),
  sourceFormat: z.optional(z.string()),
  targetFormat: text,
  options: orUndefined(z.record(z.string(), z.unknown())),
  losses: z.optional(z.readonly(z.array(z.string()))),
  picturesFrom: z.optional(z.string()),
  imageSet: z.optional(z.string()),
  missingPictures: z.optional(z.readonly(z.array(z.string()))),
  placement: z.object({
    onCollision: z.enum(onCollisionChoices),
    replaceSource: z.boolean(),
    suffix: z.string(),
    keepDates: z.pipe(
      // Older journals lack this field.
      z.optional(z.boolean()),
      z.transform((value: boolean | undefined) => value ?? false),
    ),
    output: orUndefined(outputTemplates),
    separatesPictures: z.optional(z.boolean()),
    supersedes: z.optional(placedFile),
  }),
  createdAt: z.number(),
  keyId: z.optional(z.string()),
  sourceBytes: number,
  sourceModifiedMs: number,
  withheldOptions: orUndefined(z.readonly(z.array(z.string()))),
  lostSubmission: z.optional(z.object({ key: z.string(), sentAt: z.number(), sha256: text })),
  charge: orUndefined(
    z.object({ remote, credits: z.number(), at: z.number(), isExact: z.optional(z.boolean()) }),
  ),
  chosenName: text,
  state,
}) satisfies z.ZodMiniType<Job>;

/** An entry for undo as stored in a journal, which calls it an effect. */
const undoEntrySchema = z.object({
  jobId: z.string(),
  batch: z.string(),
  at: z.number(),
  output: placedFile,
  pictures,
  replaced: orUndefined(backup),
  madeFolders: folders,
  removedSource: z.optional(z.object({ uri: z.string(), backup })),
}) satisfies z.ZodMiniType<UndoEntry>;

/** The version of the journal's format. A file of a later version is set aside. */
export const journalVersion = 1;

const revision = z.number();

const recordSchema = z.discriminatedUnion('kind', [
  /** The first line. If it has `replaces`, the file contains everything relevant of that other file. */
  z.object({
    kind: z.literal('header'),
    version: z.literal(journalVersion),
    file: z.string(),
    replaces: z.optional(z.string()),
  }),
  z.object({ kind: z.literal('job'), revision, job: jobSchema }),
  z.object({ kind: z.literal('removed'), revision, id: z.string() }),
  z.object({ kind: z.literal('effect'), effect: undoEntrySchema }),
  z.object({ kind: z.literal('effectOver'), jobId: z.string() }),
]);

const laterHeaderSchema = z.object({ kind: z.literal('header'), version: z.number() });

export type JournalRecord = z.output<typeof recordSchema>;

/** Encodes a record as a line: the checksum of its JSON in hex, a space, and the JSON. */
export function encodeRecord(record: JournalRecord): string {
  const json = JSON.stringify(record);
  return `${checksum(json)} ${json}\n`;
}

/** Decodes a line without its line feed. Returns `undefined` for an incomplete, altered, or unknown line. */
export function decodeRecord(line: string): JournalRecord | undefined {
  const json = line.slice(9);
  if (line[8] !== ' ' || line.slice(0, 8) !== checksum(json)) return undefined;
  const parsed = recordSchema.safeParse(JSON.parse(json));
  return parsed.success ? parsed.data : undefined;
}

/** True if a first line was written by a later version of this program. */
export function isOfLaterVersion(line: string): boolean {
  const json = line.slice(9);
  if (line.slice(0, 8) !== checksum(json)) return false;
  const header = laterHeaderSchema.safeParse(JSON.parse(json));
  return header.success && header.data.version > journalVersion;
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

/**
 * The job as it may be stored: with the names of secret options but not their values, and without secrets in the
 * service's texts.
 */
export function withholdSecrets(job: Job): Job {
  const { options = {} } = job;
  const secrets = Object.entries(options).filter(([name]) => isSecretOption(name));
  if (secrets.length === 0) return job;
  return {
    ...job,
    options: withoutSecrets(options),
    withheldOptions: secrets.map(([name]) => name),
    state: secrets.reduce((state, [, value]) => withoutValue(state, value), job.state),
  };
}

function withoutValue(state: JobState, value: unknown): JobState {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
  if (!('problem' in state) || state.problem === undefined || text === '') return state;
  const { detail, fault } = state.problem;
  const without = (said: string): string => said.replaceAll(text, '•••');
  return {
    ...state,
    problem: {
      ...state.problem,
      detail: without(detail),
      ...(fault && { fault: mapFault(fault, without) }),
    },
  };
}
