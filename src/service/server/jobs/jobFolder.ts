import { execFile } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { systemProgram } from '../../../engines/programs/confinement/sandbox.ts';
import { delay } from '../../../util/abort.ts';
import { systemClock } from '../../../util/clock.ts';
import { removeLeftovers } from '../../../engines/index.ts';
import type { ServerJob } from './job.ts';

/** On Windows, a download or an ending program may keep files open for a moment. */
const patiently = { recursive: true, force: true, maxRetries: 10, retryDelay: 200 } as const;

/** Deletes a job's files except its output. Files that can't be deleted now are deleted together with the output. */
export async function keepOutput({
  folder,
  outputPath,
}: Pick<ServerJob, 'folder' | 'outputPath'>): Promise<void> {
  removeLeftovers(folder);
  const names = await readdir(folder);
  const rest = names.filter((name) => name !== path.basename(outputPath));
  await removeAll(rest.map((name) => path.join(folder, name))).catch(() => undefined);
}

/** Deletes all files of a job. */
export async function removeJobFolder({ folder }: Pick<ServerJob, 'folder'>): Promise<void> {
  removeLeftovers(folder);
  await removeAll([folder]).catch(() => undefined);
}

/**
 * Removes files, and folders with their content. On Linux, uses rm(1), because Node follows a link that replaces a
 * folder while it is being removed, and fails if a path is too long.
 */
async function removeAll(files: readonly string[]): Promise<void> {
  if (process.platform !== 'linux') {
    await Promise.allSettled(files.map(async (file) => rm(file, patiently)));
    return;
  }
  const { maxRetries, retryDelay } = patiently;
  for (let tries = 0; files.length > 0; tries += 1) {
    try {
      await promisify(execFile)(systemProgram('rm'), ['-rf', '--', ...files]);
      return;
    } catch (error) {
      if (tries === maxRetries) throw error;
      await delay(retryDelay, systemClock);
    }
  }
}
