import { fileKey } from '../files/fileUri.ts';
import type { Job } from './job.ts';

/**
 * What jobs made, by `fileKey` of the file, with its size in bytes where that is known. For a conversion, a file that was
 * compressed in its own place is no output: it still is the original.
 */
export function outputsOf(jobs: readonly Job[], tool: Job['tool']): Map<string, number | undefined> {
  const outputs = new Map<string, number | undefined>();
  for (const { state, source, tool: made } of jobs) {
    if (state.name !== 'done' || state.output === undefined) continue;
    const key = fileKey(state.output);
    // What a conversion made may well be compressed.
    const counts = tool === 'compress' ? made === 'compress' : key !== fileKey(source);
    if (counts) outputs.set(key, state.outputBytes);
  }
  return outputs;
}
