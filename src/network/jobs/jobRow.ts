import path from 'node:path';
import * as z from 'zod/mini';
import { readFault } from '../../contract/fault.ts';
import type { JobStatus } from '../../contract/jobRecord.ts';
import type { ToolId } from '../../contract/tools.ts';
import { isProgramId } from '../../engines/programs/programs.ts';
import { internalFault } from '../../service/faults.ts';
import type { VisibleJob } from '../../service/server/caller.ts';
import type { ServerJobState, NewJob } from '../../service/server/jobs/job.ts';
import type { Queryable } from '../database/database.ts';
import { partName } from '../store/objectStore.ts';

interface JobRow {
  readonly id: string;
  readonly tool: ToolId;
  readonly status: JobStatus;
  readonly attempt: number;
  readonly inputBytes: number;
  readonly credits: number;
  /** The time at which the job ended, in milliseconds since the Unix epoch. */
  readonly endedAt: number | null;
  readonly now: number;
  readonly outputBytes: number | null;
  readonly outputFileName: string | null;
  readonly fault: unknown;
  readonly retained: boolean;
}

/** A job, with the attempt that produced its result. */
export interface StoredJob extends VisibleJob {
  readonly attempt: number;
  /** The database's time when the job was read. */
  readonly now: number;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * True if a text has the form in which the database returns ids of jobs. It would also find a job by other spellings,
 * but the store wouldn't.
 */
export function isJobId(text: string): boolean {
  return uuid.test(text);
}

/**
 * Reads a job of an account. Returns `undefined` if the account has no job with this id, or the job belongs to another
 * tool.
 */
export async function findJob(
  database: Queryable,
  account: string,
  tool: ToolId,
  id: string,
): Promise<StoredJob | undefined> {
  if (!isJobId(id)) return undefined;
  const { rows } = await database.query<JobRow>(
    `select id, tool, status, attempt, input_bytes::float8 as "inputBytes", credits,
       extract(epoch from ended_at)::float8 * 1000 as "endedAt", extract(epoch from now())::float8 * 1000 as now,
       output_bytes::float8 as "outputBytes", output_file_name as "outputFileName", fault, retained
     from network.jobs where id = $1 and account = $2 and tool = $3`,
    [id, account, tool],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { attempt, now, inputBytes, credits } = row;
  return { id: row.id, tool: row.tool, attempt, now, inputBytes, charge: { credits }, state: stateOf(row) };
}

function stateOf({ status, endedAt, outputBytes, outputFileName, fault, retained }: JobRow): ServerJobState {
  const ended = endedAt ?? 0;
  switch (status) {
    case 'Queued':
      return { status };
    case 'Processing':
      return { status, progress: undefined };
    case 'Succeeded':
      return {
        status,
        endedAt: ended,
        outputBytes: outputBytes ?? 0,
        outputFileName: outputFileName ?? '',
        retained,
      };
    case 'Failed':
      return { status, endedAt: ended, fault: readFault(fault) ?? internalFault };
    case 'Canceled':
      return { status, endedAt: ended };
  }
}

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
