import path from 'node:path';
import * as z from 'zod/mini';
import type { NewJob } from '../../service/server/jobs/job.ts';

const options = z.record(z.string(), z.unknown());

/** What a job has done, as a row keeps it until it is: without paths, which are each node's own. */
export const storedWork = z.object({
  fileName: z.string(),
  engine: z.string(),
  from: z.string(),
  to: z.string(),
  options,
  helper: z.optional(z.object({ engine: z.string(), from: z.string(), options })),
  /** The name of the file in the store. */
  input: z.string(),
  /** Of all files, where several become one. */
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

/** What to keep of a job that is about to be accepted. */
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

/** The names of all files of a job in the store. */
export function inputNames({ input, inputs }: Pick<StoredWork, 'input' | 'inputs'>): string[] {
  return inputs === undefined ? [input] : inputs.map(({ name }) => name);
}
