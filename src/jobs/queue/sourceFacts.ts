import type { Job, Problem } from '../core/job.ts';
import { problem } from '../core/problem.ts';
import { sourcesOf, submittedNames } from '../core/sources.ts';
import type { FileFacts, FileStore } from '../files/fileStore.ts';

/** A job's source file as it was when checked. */
export interface Source {
  readonly uri: string;
  /** Its name in the submission. */
  readonly fileName: string;
  readonly facts: FileFacts;
}

/** All source files of a job. */
export interface Sources {
  readonly all: readonly Source[];
  /** Total size. */
  readonly sizeBytes: number;
  /** Latest change of any of them. */
  readonly modifiedMs: number;
  /** The first reason why one of them can't be submitted. */
  readonly fault: Problem | undefined;
}

/**
 * Checks a job's files, up to the first that can't be submitted.
 * @throws FileError
 */
export async function lookAtSources(files: FileStore, job: Job): Promise<Sources> {
  const names = submittedNames(job);
  const all: Source[] = [];
  let fault: Problem | undefined;
  for (const [index, uri] of sourcesOf(job).entries()) {
    const facts = await files.facts(uri);
    const fileName = names[index] ?? '';
    fault = faultOf(facts, fileName, job);
    if (facts === undefined || fault !== undefined) break;
    all.push({ uri, fileName, facts });
  }
  return {
    all,
    sizeBytes: all.reduce((sum, { facts }) => sum + facts.sizeBytes, 0),
    modifiedMs: Math.max(...all.map(({ facts }) => facts.modifiedMs)),
    fault,
  };
}

function faultOf(facts: FileFacts | undefined, fileName: string, { combined }: Job): Problem | undefined {
  const file = combined === undefined ? {} : { file: fileName };
  if (facts === undefined) return { code: 'file.missing', detail: 'The file is no longer there.', ...file };
  if (facts.kind !== 'file') return { ...problem('file.not_a_file'), ...file };
  // An empty file is acceptable among others.
  return facts.sizeBytes === 0 && combined === undefined ? problem('file.empty') : undefined;
}
