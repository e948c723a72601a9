import * as vscode from 'vscode';
import type { Job } from '../../jobs/core/job.ts';
import type { Replacement } from '../../references/rewrite.ts';
import { outputUri } from '../files/jobUris.ts';

/** A file for which another one came, made of it by a job. */
export interface ReplacedFile extends Replacement {
  readonly job: Job;
  readonly source: vscode.Uri;
}

/** The files for which others came by these jobs; of several that were made of one, the latest counts. */
export function replacedFiles(jobs: readonly Job[]): ReplacedFile[] {
  const replaced = new Map<string, ReplacedFile>();
  for (const job of jobs.toSorted((a, b) => a.createdAt - b.createdAt)) {
    const source = vscode.Uri.parse(job.source);
    const output = outputUri(job);
    if (output === undefined || job.combined !== undefined || output.path === source.path) continue;
    if (output.scheme !== source.scheme || output.authority !== source.authority) continue;
    replaced.set(job.source, { job, source, from: source.path, to: output.path });
  }
  return [...replaced.values()];
}
