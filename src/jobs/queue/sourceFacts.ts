import type { Job, Problem } from '../core/job.ts';
import { problem } from '../core/problem.ts';
import { sourcesOf, submittedNames } from '../core/sources.ts';
import type { FileFacts, FileStore } from '../files/fileStore.ts';

/** A file that a job works on, as it was when it was looked at. */
export interface Source {
  readonly uri: string;
  /** What it is called where it is submitted. */
  readonly fileName: string;
  readonly facts: FileFacts;
}

/** All files that a job works on. */
export interface Sources {
  readonly all: readonly Source[];
  /** Of all together. */
  readonly sizeBytes: number;
  /** When the last of them changed. */
  readonly modifiedMs: number;
  /** The first thing that keeps one of them from being submitted. */
  readonly fault: Problem | undefined;
}

/** Looks at the files of a job, as far as the first that can't be submitted. @throws FileError */
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
  // Among others an empty file has its place.
  return facts.sizeBytes === 0 && combined === undefined ? problem('file.empty') : undefined;
}
