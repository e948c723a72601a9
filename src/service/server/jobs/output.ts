import path from 'node:path';
import type { ServiceError } from '../../../contract/errors.ts';
import { serviceError } from '../../faults.ts';
import type { ServerJobState } from './job.ts';
import type { ToolId } from '../../../contract/tools.ts';

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
