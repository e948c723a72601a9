import path from 'node:path';
import { execFile } from 'node:child_process';
import { readdir, rm, unlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { ServiceError } from '../../../contract/errors.ts';
import type { ToolId } from '../../../contract/tools.ts';
import { removeLeftovers } from '../../../engines/index.ts';
import { systemProgram } from '../../../engines/programs/confinement/sandbox.ts';
import { delay } from '../../../util/abort.ts';
import { systemClock } from '../../../util/clock.ts';
import { serviceError } from '../../faults.ts';
import type { ServerJobState, ServerJob } from './job.ts';

type Succeeded = Extract<ServerJobState, { readonly status: 'Succeeded' }>;

/**
 * The state of a successful job whose output is available.
 * @param endedBefore milliseconds since the epoch: the outputs of jobs that ended before this have expired
 * @throws ServiceError `jobs.not_ready`, `jobs.expired` or `jobs.no_output`
 */
export function withOutput(state: ServerJobState, endedBefore: number): Succeeded {
  switch (state.status) {
    case 'Queued':
    case 'Processing':
      throw serviceError('jobs.not_ready', 'The job is still processing, so its output isn’t available yet.');
    case 'Failed':
    case 'Canceled':
      throw serviceError('jobs.no_output', 'The job has no output: it failed or was canceled.');
    case 'Succeeded':
      if (state.retained && state.endedAt > endedBefore) return state;
      throw expired();
  }
}

/** The error for an output that has been deleted. */
export function expired(): ServiceError {
  return serviceError('jobs.expired', 'The output has expired. Submit the job again.');
}

/** The output's name: the source's base name with the output's extension. For a compression, the unchanged name. */
export function outputFileName(tool: ToolId, fileName: string, extension: string): string {
  if (tool === 'compress') return fileName;
  const compound = /^(.+)\.tar\.[a-z0-9]+$/i.exec(fileName)?.[1];
  return `${compound ?? path.parse(fileName).name}.${extension}`;
}

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
 * Removes files, and folders with their content. On Linux, uses rm(1) for folders, because Node follows a link that
 * replaces a folder while it is being removed, and fails if a path is too long.
 */
async function removeAll(files: readonly string[]): Promise<void> {
  if (process.platform !== 'linux') {
    await Promise.allSettled(files.map(async (file) => rm(file, patiently)));
    return;
  }
  const { maxRetries, retryDelay } = patiently;
  // Starting rm(1) takes 10 ms, and most jobs leave a single file. Removing a file doesn't follow links.
  const folders: string[] = [];
  for (const file of files) await unlink(file).catch(() => folders.push(file));
  for (let tries = 0; folders.length > 0; tries += 1) {
    try {
      await promisify(execFile)(systemProgram('rm'), ['-rf', '--', ...folders]);
      return;
    } catch (error) {
      if (tries === maxRetries) throw error;
      await delay(retryDelay, systemClock);
    }
  }
}
