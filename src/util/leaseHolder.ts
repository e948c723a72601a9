import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { systemCode } from './systemCode.ts';

/** The process that holds a lease on files, written beside them for other processes to read. */
export const leaseHolderSchema = z.object({
  pid: z.int(),
  /** Distinguishes the holder from a later process with the same id, if the system reports start times. */
  startedAt: z.optional(z.string()),
  /** The disk may be shared with another machine or container, which has its own process ids. */
  host: z.string(),
});

export type LeaseHolder = z.infer<typeof leaseHolderSchema>;

/** This process, and the facts it can learn about others on this machine. */
export interface Processes {
  readonly pid: number;
  isRunning(pid: number): boolean;
  /** A process's start time, as text to compare; `undefined` if the system doesn't report it. */
  startedAt(pid: number): Promise<string | undefined>;
}

export const systemProcesses: Processes = {
  pid: process.pid,
  isRunning(pid) {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      // Not permitted to signal it, so it exists.
      return systemCode(error) === 'EPERM';
    }
  },
  startedAt: processStart,
};

/** This process as the holder of a lease. */
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

/** A process's start time, as text to compare, if the system reports it: its id may belong to another process by now. */
export async function processStart(
  pid: number,
  platform: NodeJS.Platform = process.platform,
): Promise<string | undefined> {
  try {
    if (platform === 'linux') {
      // Field 22; the second field is a name in parentheses that may hold spaces and parentheses itself.
      const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    }
    if (platform === 'darwin') {
      // The text must not depend on the language and time zone of a window.
      const env = { LC_ALL: 'C', TZ: 'UTC' };
      const { stdout } = await promisify(execFile)('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { env });
      return stdout.trim();
    }
  } catch {
    // The process doesn't exist, or access is denied.
  }
  return undefined;
}
