import os from 'node:os';
import * as z from 'zod/mini';
import { processStart } from './processStart.ts';

export const leaseFile = 'lease.json';

/** What the name of every leased folder begins with; 16 hexadecimal digits follow. */
export const leasedFolderPrefix = 'fun-';

/** Which process a folder belongs to. */
export const leaseSchema = z.object({
  pid: z.int(),
  /** Tells the owner from a later process with its number, where the system says when a process started. */
  startedAt: z.optional(z.string()),
  /** Another machine or container may share the disk, where the number means another process or none. */
  host: z.string(),
});

export type Lease = z.infer<typeof leaseSchema>;

export function ownLease(): Lease {
  const startedAt = processStart(process.pid);
  return { pid: process.pid, host: os.hostname(), ...(startedAt === undefined ? {} : { startedAt }) };
}

/** Whether the owner is certainly gone; in doubt it is not. */
export function ownerIsDead({ pid, startedAt, host }: Lease): boolean {
  if (host !== os.hostname()) return false;
  if (!isRunning(pid)) return true;
  const now = processStart(pid);
  return startedAt !== undefined && now !== undefined && startedAt !== now;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
