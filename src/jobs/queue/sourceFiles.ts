import { createHash } from 'node:crypto';
import { CodedError } from '../../contract/errors.ts';
import { untilAborted } from '../../util/abort.ts';
import { type ByteReader, newMemory, piecesOf } from '../../util/byteReader.ts';
import type { Job, Problem } from '../core/job.ts';
import { sourcesOf, submittedNames } from '../core/jobFiles.ts';
import { problem } from '../core/problem.ts';
import type { FileFacts, FileStore } from '../files/fileStore.ts';

/** A job's source file as it was when checked. */
interface Source {
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
 * @throws FileStoreError
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
  if (facts === undefined) return { code: 'file.missing', detail: 'The file no longer exists.', ...file };
  if (facts.kind !== 'file') return { ...problem('file.not_a_file'), ...file };
  // An empty file is acceptable among others.
  return facts.sizeBytes === 0 && combined === undefined ? problem('file.empty') : undefined;
}

/** A source opened for one upload. */
export interface SourceContent {
  readonly reader: ByteReader;
  /** The fault of the source, whatever error the upload rejected with. */
  failure(): unknown;
}

/**
 * The bytes of a source, which must match `facts`. The last bytes are held back until a second check shows that nothing
 * changed: an incomplete upload can't be accepted, so a mix of two versions is never charged.
 */
export function openSource(files: FileStore, uri: string, facts: FileFacts): SourceContent {
  const file = files.read(uri);
  let failure: unknown;
  let readBytes = 0;
  const next = async (memory: Buffer): Promise<number> => {
    const count = await file.read(memory);
    readBytes += count;
    if (readBytes > facts.sizeBytes || (count === 0 && readBytes < facts.sizeBytes)) throw changed();
    if (count > 0 && readBytes === facts.sizeBytes && !(await isStill(files, uri, facts))) throw changed();
    return count;
  };
  const read = async (memory: Buffer): Promise<number> => {
    try {
      return await next(memory);
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  return { reader: { read, close: () => file.close() }, failure: () => failure };
}

/** The hex SHA-256 of the concatenated sources, to identify submitted content later. */
export async function hashSources(
  files: FileStore,
  uris: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  return untilAborted(digestOf(files, uris, signal), signal);
}

async function digestOf(files: FileStore, uris: readonly string[], signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const memory = newMemory();
  for (const uri of uris) {
    for await (const piece of piecesOf(files.read(uri), memory)) {
      signal.throwIfAborted();
      hash.update(piece);
    }
  }
  return hash.digest('hex');
}

async function isStill(
  files: FileStore,
  uri: string,
  { sizeBytes, modifiedMs }: FileFacts,
): Promise<boolean> {
  const now = await files.facts(uri);
  return now !== undefined && now.sizeBytes === sizeBytes && now.modifiedMs === modifiedMs;
}

function changed(): CodedError {
  return new CodedError('source.changed', 'The file changed while it was uploading; nothing was submitted.');
}
