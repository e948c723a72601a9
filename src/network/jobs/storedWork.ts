import path from 'node:path';
import * as z from 'zod/mini';
import { isProgramId } from '../../engines/programs/programs.ts';
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
  const { fileName, engine, from, to, options, helper, inputPath, inputs } = job;
  return {
    fileName,
    engine,
    from,
    to,
    options: { ...options },
    helper: helper && { engine: helper.engine, from: helper.from, options: { ...helper.options } },
    input: path.basename(inputPath),
    inputs: inputs?.map((input) => ({ ...input, name: path.basename(input.path) })),
  };
}

/** Returns the user's programs that a worker needs for the work. */
export function neededPrograms({ engine, helper }: Pick<StoredWork, 'engine' | 'helper'>): string[] {
  return [engine, ...(helper ? [helper.engine] : [])].filter(isProgramId);
}

/** Returns the names of all of a job's input files in the store. */
export function inputNames({ input, inputs }: Pick<StoredWork, 'input' | 'inputs'>): string[] {
  return inputs === undefined ? [input] : inputs.map(({ name }) => name);
}
