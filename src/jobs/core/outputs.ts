import { fileKey } from '../files/fileUri.ts';
import type { Job } from './job.ts';

/**
 * The outputs of jobs, by `fileKey`, with their size in bytes if known. For conversions, a file that was compressed in
 * place isn't an output: it still is the original.
 */
export function outputsOf(jobs: readonly Job[], tool: Job['tool']): Map<string, number | undefined> {
  const outputs = new Map<string, number | undefined>();
  for (const { state, source, tool: made } of jobs) {
    if (state.name !== 'done' || state.output === undefined) continue;
    const key = fileKey(state.output);
    // A conversion's output may be compressed.
    const counts = tool === 'compress' ? made === 'compress' : key !== fileKey(source);
    if (counts) outputs.set(key, state.outputBytes);
  }
  return outputs;
}
