import * as z from 'zod/mini';
import { codeFromOutside } from '../../contract/errors.ts';
import { readFault } from '../../contract/faults/fault.ts';
import { toolIds } from '../../contract/tools.ts';
import type { Effect } from '../core/effect.ts';
import { type Job, onCollisionChoices } from '../core/job.ts';
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
    remote,
    temporary: z.string(),
    fileName: text,
    attempt: orUndefined(placedFile),
    madeFolders: folders,
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
    output: orUndefined(z.object({ remote, temporary: z.string() })),
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

/** A job as stored in a journal. */
export const jobSchema = z.object({
  id: z.string(),
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
    supersedes: z.optional(placedFile),
  }),
  createdAt: z.number(),
  keyId: z.optional(z.string()),
  sourceBytes: number,
  sourceModifiedMs: number,
  withheldOptions: orUndefined(z.readonly(z.array(z.string()))),
  lostSubmission: z.optional(z.object({ key: z.string(), sentAt: z.number(), sha256: text })),
  charge: orUndefined(
    z.object({ remote, credits: z.number(), at: z.number(), isSaid: z.optional(z.boolean()) }),
  ),
  chosenName: text,
  state,
}) satisfies z.ZodMiniType<Job>;

/** A job's effect as stored in a journal. */
export const effectSchema = z.object({
  jobId: z.string(),
  batch: z.string(),
  at: z.number(),
  output: placedFile,
  replaced: orUndefined(backup),
  madeFolders: folders,
  removedSource: z.optional(z.object({ uri: z.string(), backup })),
}) satisfies z.ZodMiniType<Effect>;
