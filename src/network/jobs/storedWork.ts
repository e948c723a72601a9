import path from 'node:path';
import * as z from 'zod/mini';
import { isProgramId } from '../../engines/programs/programs.ts';
import { partName } from '../store/keys.ts';
import type { NewJob } from '../../service/server/jobs/job.ts';

const options = z.record(z.string(), z.unknown());

/**
 * The conversion that a job requests, which its row stores until the job ends. It has no paths, because these differ
 * between nodes.
 */
export const storedWork = z.object({
  fileName: z.string(),
  engine: z.string(),
  from: z.string(),
  to: z.string(),
  options,
  helper: z.optional(z.object({ engine: z.string(), from: z.string(), options })),
  /** The name of the input file in the store. */
  input: z.string(),
  /** The number of parts that the input file has in the store; absent if it is a single file there. */
  parts: z.optional(z.number()),
  /** The names of all input files, if the job combines several. */
  inputs: z.optional(
    z.array(
      z.object({
        name: z.string(),
        from: z.optional(z.string()),
        fileName: z.string(),
        modifiedMs: z.optional(z.number()),
      }),
    ),
  ),
});

export type StoredWork = z.infer<typeof storedWork>;

export function storedWorkOf(job: NewJob): StoredWork {
  const { fileName, engine, from, to, options, helper, inputPath, inputs, parts } = job;
  return {
    fileName,
    engine,
    from,
    to,
    options: { ...options },
    helper: helper && { engine: helper.engine, from: helper.from, options: { ...helper.options } },
    input: path.basename(inputPath),
    parts,
    inputs: inputs?.map((input) => ({ ...input, name: path.basename(input.path) })),
  };
}

/** A name among a worker's programs. Workers of earlier versions lack it, and so don't take files in parts. */
export const partsReader = 'parts';

/** Returns what a worker needs for the work: the user's programs, and `partsReader` for a file in parts. */
export function neededPrograms({
  engine,
  helper,
  parts,
}: Pick<StoredWork, 'engine' | 'helper' | 'parts'>): string[] {
  const programs = [engine, ...(helper ? [helper.engine] : [])].filter(isProgramId);
  return parts === undefined ? programs : [...programs, partsReader];
}

/** Returns the names of all of a job's input files in the store. */
export function inputNames({
  input,
  inputs,
  parts,
}: Pick<StoredWork, 'input' | 'inputs' | 'parts'>): string[] {
  if (parts !== undefined) return Array.from({ length: parts }, (_, part) => partName(part));
  return inputs === undefined ? [input] : inputs.map(({ name }) => name);
}
