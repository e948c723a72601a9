import { baseName, folderOf } from '../files/fileUri.ts';
import type { JobRequest } from './job.ts';

type Sources = Pick<JobRequest, 'source' | 'combined' | 'sourceFormat'>;

/** URIs of all files that a job works on, in order. */
export function sourcesOf({ source, combined }: Sources): readonly string[] {
  return combined?.sources.map(({ uri }) => uri) ?? [source];
}

/** URI of the folder that the output goes to where nobody says otherwise. */
export function usualFolder({ source, combined }: Sources): string {
  return combined?.folder ?? folderOf(source);
}

/**
 * What each file of a job is called where it is submitted, in the order of `sourcesOf`: one by itself with the extension that
 * its name lacks, for a service may go by it.
 */
export function submittedNames({ source, sourceFormat, combined }: Sources): readonly string[] {
  const name = baseName(source);
  const own = sourceFormat === undefined ? name : `${name}.${sourceFormat}`;
  return combined?.sources.map(({ path }) => path) ?? [own];
}
