import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { systemCode } from './systemCode.ts';

/** The process that holds a lease on files. It is written beside the files, for other processes to read. */
export const leaseHolderSchema = z.object({
  pid: z.int(),
  /**
   * When the process started, to distinguish it from a later process with the same id. Absent if the system doesn't
   * report it.
   */
  startedAt: z.optional(z.string()),
  /** The machine or container, because others may share the disk, and have their own process ids. */
  host: z.string(),
});

export type LeaseHolder = z.infer<typeof leaseHolderSchema>;

/** This process, and what it can find out about others on the same machine. */
export interface Processes {
  readonly pid: number;
  isRunning(pid: number): boolean;
  /** A process's start time as a text that can be compared; `undefined` if the system doesn't report it. */
  startedAt(pid: number): Promise<string | undefined>;
}

export const systemProcesses: Processes = {
  pid: process.pid,
  isRunning(pid) {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      // The process exists if the error is that this process may not signal it.
      return systemCode(error) === 'EPERM';
    }
  },
  startedAt: processStart,
};

/** Describes this process as the holder of a lease. */
export async function ownLeaseHolder(processes: Processes = systemProcesses): Promise<LeaseHolder> {
  const { pid } = processes;
  const startedAt = await processes.startedAt(pid);
  return { pid, host: os.hostname(), ...(startedAt === undefined ? {} : { startedAt }) };
}

/** True if the holder has certainly ended. */
export async function hasEnded(
  { pid, startedAt, host }: LeaseHolder,
  processes: Processes = systemProcesses,
): Promise<boolean> {
  if (host !== os.hostname()) return false;
  if (!processes.isRunning(pid)) return true;
  if (startedAt === undefined) return false;
  const now = await processes.startedAt(pid);
  return now !== undefined && now !== startedAt;
}

/**
 * A process's start time as a text that can be compared, if the system reports it. It is needed because the process's
 * id may have been reused.
 */
export async function processStart(
  pid: number,
  platform: NodeJS.Platform = process.platform,
): Promise<string | undefined> {
  try {
    if (platform === 'linux') {
      // The start time is field 22. The second field is a name in parentheses that may contain spaces and parentheses.
      const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    }
    if (platform === 'darwin') {
      // Windows with different languages and time zones must get the same text.
      const env = { LC_ALL: 'C', TZ: 'UTC' };
      const { stdout } = await promisify(execFile)('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { env });
      return stdout.trim();
    }
  } catch {
    // The process doesn't exist, or access is denied.
  }
  return undefined;
}
