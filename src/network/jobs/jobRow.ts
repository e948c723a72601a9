import { readFault } from '../../contract/faults/fault.ts';
import type { ToolId } from '../../contract/tools.ts';
import type { JobStatus } from '../../contract/jobRecord.ts';
import type { VisibleJob } from '../../service/server/caller.ts';
import type { ServerJobState } from '../../service/server/jobs/job.ts';
import { internalFault } from '../../service/faults.ts';
import type { Queryable } from '../database/database.ts';

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

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True if a text has the form of a job id. */
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
