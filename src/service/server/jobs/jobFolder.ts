import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { removeTraces } from '../../../engines/programs/removeTraces.ts';
import type { Job } from './job.ts';

/** On Windows, a download or a dying program may hold files for a moment. */
const patiently = { recursive: true, force: true, maxRetries: 10, retryDelay: 200 } as const;

/** Deletes a job's files except its output; files that can't be deleted now go with the output. */
export async function keepOutput({ folder, outputPath }: Pick<Job, 'folder' | 'outputPath'>): Promise<void> {
  removeTraces(folder);
  const names = await readdir(folder);
  const rest = names.filter((name) => name !== path.basename(outputPath));
  await Promise.allSettled(rest.map(async (name) => rm(path.join(folder, name), patiently)));
}

/** Deletes all files of a job. */
export async function removeJobFolder({ folder }: Pick<Job, 'folder'>): Promise<void> {
  removeTraces(folder);
  await rm(folder, patiently).catch(() => undefined);
}
