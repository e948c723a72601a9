import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { removeTraces } from '../../../engines/programs/removeTraces.ts';
import type { Job } from './job.ts';

/** A download under way on Windows, or a program that is about to die, holds files for a moment. */
const patiently = { recursive: true, force: true, maxRetries: 10, retryDelay: 200 } as const;

/** Deletes what a job has on the disk but its output, which alone outlives it; what can't be deleted goes with that. */
export async function keepOutput({ folder, outputPath }: Pick<Job, 'folder' | 'outputPath'>): Promise<void> {
  removeTraces(folder);
  const names = await readdir(folder);
  const rest = names.filter((name) => name !== path.basename(outputPath));
  await Promise.allSettled(rest.map(async (name) => rm(path.join(folder, name), patiently)));
}

/** Deletes all that a job has on the disk. */
export async function removeJobFolder({ folder }: Pick<Job, 'folder'>): Promise<void> {
  removeTraces(folder);
  await rm(folder, patiently).catch(() => undefined);
}
