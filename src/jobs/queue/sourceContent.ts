import { createHash } from 'node:crypto';
import { SourceError } from '../../contract/errors.ts';
import { untilAborted } from '../../util/abort.ts';
import { type ByteReader, newMemory, piecesOf } from '../../util/byteReader.ts';
import type { FileFacts, FileStore } from '../files/fileStore.ts';

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

function changed(): SourceError {
  return new SourceError('The file changed while it was uploading; nothing was submitted.');
}
