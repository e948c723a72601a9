import { baseName, folderOf } from '../files/fileUri.ts';
import type { JobRequest } from './job.ts';

type Sources = Pick<JobRequest, 'source' | 'combined' | 'sourceFormat'>;

/** URIs of all source files of a job, in order. */
export function sourcesOf({ source, combined }: Sources): readonly string[] {
  return combined?.sources.map(({ uri }) => uri) ?? [source];
}

/** URI of the output's default folder. */
export function usualFolder({ source, combined }: Sources): string {
  return combined?.folder ?? folderOf(source);
}

/**
 * The names under which a job's files are submitted, in the order of `sourcesOf`. A single file gets the extension that
 * its name lacks, since services may depend on it.
 */
export function submittedNames({ source, sourceFormat, combined }: Sources): readonly string[] {
  const name = baseName(source);
  const own = sourceFormat === undefined ? name : `${name}.${sourceFormat}`;
  return combined?.sources.map(({ path }) => path) ?? [own];
}
