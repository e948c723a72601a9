import { baseName, folderOf } from '../files/fileUri.ts';
import type { JobRequest } from './job.ts';

type Sources = Pick<JobRequest, 'source' | 'combined'>;

/** URIs of all files that a job works on, in order. */
export function sourcesOf({ source, combined }: Sources): readonly string[] {
  return combined?.sources.map(({ uri }) => uri) ?? [source];
}

/** URI of the folder that the output goes to. */
export function outputFolder({ source, combined }: Sources): string {
  return combined?.folder ?? folderOf(source);
}

/** What each file of a job is called where it is submitted, in the order of `sourcesOf`. */
export function submittedNames({ source, combined }: Sources): readonly string[] {
  return combined?.sources.map(({ path }) => path) ?? [baseName(source)];
}
