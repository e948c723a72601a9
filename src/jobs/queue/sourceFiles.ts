import { createHash } from 'node:crypto';
import { CodedError } from '../../contract/errors.ts';
import { untilAborted } from '../../util/abort.ts';
import { type ByteReader, newMemory, piecesOf, readerOfChunks } from '../../util/bytes.ts';
import type { Job, Problem } from '../core/job.ts';
import { sourcesOf, submittedNames } from '../core/jobFiles.ts';
import { problem } from '../core/problem.ts';
import type { FileFacts, FileStore } from '../core/fileStore.ts';

/** A file as it was when the job checked it. */
export interface SourcePart {
  readonly uri: string;
  readonly facts: FileFacts;
}

/** A job's source file as it was when the job checked it. */
export interface Source extends SourcePart {
  /** The file's name in the submission. */
  readonly fileName: string;
  /** The content with other files embedded in Base64; absent if the file is submitted unchanged. */
  readonly parts?: readonly (Buffer | SourcePart)[];
}

/** All source files of a job. */
export interface Sources {
  readonly all: readonly Source[];
  /** Total size of the files. */
  readonly sizeBytes: number;
  /** The latest modification time of the files. */
  readonly modifiedMs: number;
  /** The first reason why one of the files can't be submitted. */
  readonly fault: Problem | undefined;
}

/**
 * Checks a job's files. Stops at the first that can't be submitted.
 * @throws FileStoreError
 */
export async function inspectSources(files: FileStore, job: Job): Promise<Sources> {
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

/** The number of bytes that are submitted for a source. */
export function submittedBytes({ facts, parts }: Pick<Source, 'facts' | 'parts'>): number {
  if (parts === undefined) return facts.sizeBytes;
  return parts.reduce((sum, part) => sum + (Buffer.isBuffer(part) ? part.length : encodedBytes(part)), 0);
}

/** The length of a file in Base64. */
export function encodedBytes({ facts }: SourcePart): number {
  return 4 * Math.ceil(facts.sizeBytes / 3);
}

function faultOf(facts: FileFacts | undefined, fileName: string, { combined }: Job): Problem | undefined {
  const file = combined === undefined ? {} : { file: fileName };
  if (facts === undefined) return { code: 'file.missing', detail: 'The file no longer exists.', ...file };
  if (facts.kind !== 'file') return { ...problem('file.not_a_file'), ...file };
  // Files that are combined may be empty.
  return facts.sizeBytes === 0 && combined === undefined ? problem('file.empty') : undefined;
}

/** A source that is open for one upload. */
export interface SourceContent {
  readonly reader: ByteReader;
  /** The error of reading the source, whatever error the upload rejected with. */
  failure(): unknown;
}

/**
 * Opens a source, whose files must still match their facts. The reader holds the last bytes back until a second check
 * shows that nothing has changed. An incomplete upload can't be accepted, so a mix of two versions is never charged.
 */
export function openSource(files: FileStore, source: Omit<Source, 'fileName'>): SourceContent {
  const file = readerOf(files, source);
  const sizeBytes = submittedBytes(source);
  let failure: unknown;
  let readBytes = 0;
  const next = async (memory: Buffer): Promise<number> => {
    const count = await file.read(memory);
    readBytes += count;
    if (readBytes > sizeBytes || (count === 0 && readBytes < sizeBytes)) throw sourceChanged();
    if (count > 0 && readBytes === sizeBytes && !(await isStill(files, source))) throw sourceChanged();
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

function readerOf(files: FileStore, { uri, parts }: Omit<Source, 'fileName'>): ByteReader {
  return parts === undefined ? files.read(uri) : readerOfChunks(assembled(files, parts));
}

async function* assembled(
  files: FileStore,
  parts: readonly (Buffer | SourcePart)[],
): AsyncGenerator<Buffer, undefined> {
  for (const part of parts) {
    if (Buffer.isBuffer(part)) yield part;
    else yield* inBase64(piecesOf(openSource(files, part).reader));
  }
  return undefined;
}

async function* inBase64(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = Buffer.concat([rest, piece]);
    const end = bytes.length - (bytes.length % 3);
    yield Buffer.from(bytes.toString('base64', 0, end));
    rest = bytes.subarray(end);
  }
  yield Buffer.from(rest.toString('base64'));
}

/** The SHA-256 of the submitted sources together, in hex, to recognize the same content later. */
export async function hashSources(
  files: FileStore,
  sources: readonly Omit<Source, 'fileName'>[],
  signal: AbortSignal,
): Promise<string> {
  return untilAborted(digestOf(files, sources, signal), signal);
}

async function digestOf(
  files: FileStore,
  sources: readonly Omit<Source, 'fileName'>[],
  signal: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256');
  const memory = newMemory();
  for (const source of sources) {
    for await (const piece of piecesOf(readerOf(files, source), memory)) {
      signal.throwIfAborted();
      hash.update(piece);
    }
  }
  return hash.digest('hex');
}

/** True if a source still matches its facts. */
export async function isStill(files: FileStore, source: Omit<Source, 'fileName'>): Promise<boolean> {
  for (const part of [source, ...(source.parts ?? [])]) {
    if (Buffer.isBuffer(part)) continue;
    const now = await files.facts(part.uri);
    if (now?.sizeBytes !== part.facts.sizeBytes || now.modifiedMs !== part.facts.modifiedMs) return false;
  }
  return true;
}

/** The error for a source that changed while it was read. */
export function sourceChanged(): CodedError {
  return new CodedError('source.changed', 'The file changed while it was read; nothing was submitted.');
}
