import path from 'node:path';
import { readdir } from 'node:fs/promises';
import type { ServiceError } from '../../../contract/errors.ts';
import type { ToolId } from '../../../contract/tools.ts';
import { removeLeftovers } from '../../../engines/index.ts';
import { delay } from '../../../util/abort.ts';
import { systemClock } from '../../../util/clock.ts';
import { removeAll } from '../../../util/folders.ts';
import { printError, serviceError } from '../../faults.ts';
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

/** Deletes a job's files except its output. Files that can't be deleted now are deleted together with the output. */
export async function keepOutput({
  folder,
  outputPath,
}: Pick<ServerJob, 'folder' | 'outputPath'>): Promise<void> {
  removeLeftovers(folder);
  const names = await readdir(folder);
  const rest = names.filter((name) => name !== path.basename(outputPath));
  await removePatiently(rest.map((name) => path.join(folder, name)));
}

/** Deletes all files of a job. */
export async function removeJobFolder({ folder }: Pick<ServerJob, 'folder'>): Promise<void> {
  removeLeftovers(folder);
  await removePatiently([folder]);
}

const pausesMs = [200, 400, 800, 1600];

/** Removes files and folders, while processes that were just killed may still write there. Logs what can't be removed. */
async function removePatiently(files: readonly string[]): Promise<void> {
  for (const pauseMs of pausesMs) {
    try {
      await removeAll(files);
      return;
    } catch {
      await delay(pauseMs, systemClock);
    }
  }
  await removeAll(files).catch(printError);
}
