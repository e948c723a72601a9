import { baseName, fileKey, folderOf } from './fileUri.ts';
import type { Job, JobRequest } from './job.ts';

type Sources = Pick<JobRequest, 'source' | 'combined' | 'sourceFormat'>;

/** URIs of all source files of a job, in order. */
export function sourcesOf({ source, combined }: Sources): readonly string[] {
  return combined?.sources.map(({ uri }) => uri) ?? [source];
}

/** URI of the folder where a job's output goes by default. */
export function defaultOutputFolder({ source, combined }: Sources): string {
  return combined?.folder ?? folderOf(source);
}

/**
 * The names under which a job's files are submitted, in the order of `sourcesOf`. A single file without an extension
 * gets one, since services may depend on it.
 */
export function submittedNames({ source, sourceFormat, combined }: Sources): readonly string[] {
  const name = baseName(source);
  const own = sourceFormat === undefined ? name : `${name}.${sourceFormat}`;
  return combined?.sources.map(({ path }) => path) ?? [own];
}

/**
 * The outputs of jobs, by `fileKey`, with their size in bytes if known. `tool` is the tool that would process them
 * next: for a conversion, a file that was compressed in place isn't an output, because it is still the original.
 */
export function outputsOf(jobs: readonly Job[], tool: Job['tool']): Map<string, number | undefined> {
  const outputs = new Map<string, number | undefined>();
  for (const { state, source, tool: made } of jobs) {
    if (state.name !== 'done' || state.output === undefined) continue;
    const key = fileKey(state.output);
    // The output of a conversion may still be compressed.
    const counts = tool === 'compress' ? made === 'compress' : key !== fileKey(source);
    if (counts) outputs.set(key, state.outputBytes);
  }
  return outputs;
}
