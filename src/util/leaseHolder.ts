import os from 'node:os';
import * as z from 'zod/mini';
import { processStart } from './processStart.ts';
import { systemCode } from './systemCode.ts';

/** The process that holds a lease on files, as it is written beside them for other processes to read. */
export const leaseHolderSchema = z.object({
  pid: z.int(),
  /** Tells the holder from a later process with its number, where the system says when a process started. */
  startedAt: z.optional(z.string()),
  /** Another machine or container may share the disk, where the number means another process or none. */
  host: z.string(),
});

export type LeaseHolder = z.infer<typeof leaseHolderSchema>;

/** This process, and what can be known of others on this machine. */
export interface Processes {
  readonly pid: number;
  isRunning(pid: number): boolean;
  /** When a process started, as text to compare; `undefined` where the system does not tell. */
  startedAt(pid: number): Promise<string | undefined>;
}

export const systemProcesses: Processes = {
  pid: process.pid,
  isRunning(pid) {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      // Not permitted to signal it: it is there.
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

/** Whether the holder has certainly ended; in doubt it has not. */
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
