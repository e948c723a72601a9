import { createHash } from 'node:crypto';
import { addAbortSignal, Readable } from 'node:stream';
import { SourceError } from '../../contract/errors.ts';
import type { FileFacts, FileStore } from '../files/fileStore.ts';

/** A source opened for one upload. */
export interface SourceContent {
  readonly stream: Readable;
  /** What was wrong with the source, whatever the upload then rejected with. */
  failure(): unknown;
}

/**
 * The bytes of a source, which must be those that `facts` told of. The last of them are held back until a second look has
 * shown that nothing changed: an upload without its end can't be accepted, so nothing is charged for a mix of two versions.
 */
export function openSource(files: FileStore, uri: string, facts: FileFacts): SourceContent {
  let failure: unknown;
  const checked = async function* (): AsyncGenerator<Buffer> {
    try {
      yield* guard(files, uri, facts);
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  return { stream: Readable.from(checked(), { objectMode: false }), failure: () => failure };
}

/** The SHA-256 of sources one after the other in hex, for telling later what was submitted. */
export async function hashSources(
  files: FileStore,
  uris: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256');
  for (const uri of uris) {
    const content = addAbortSignal(signal, files.read(uri));
    for await (const chunk of content as AsyncIterable<Buffer>) hash.update(chunk);
  }
  return hash.digest('hex');
}

async function* guard(files: FileStore, uri: string, facts: FileFacts): AsyncGenerator<Buffer> {
  let held: Buffer | undefined;
  let read = 0;
  for await (const chunk of files.read(uri) as AsyncIterable<Buffer>) {
    read += chunk.length;
    if (read > facts.sizeBytes) throw changed();
    if (held !== undefined) yield held;
    held = chunk;
  }
  const now = await files.facts(uri);
  const same = now !== undefined && now.sizeBytes === facts.sizeBytes && now.modifiedMs === facts.modifiedMs;
  if (read !== facts.sizeBytes || !same) throw changed();
  if (held !== undefined) yield held;
}

function changed(): SourceError {
  return new SourceError('The file changed while it was uploading; nothing was submitted.');
}
