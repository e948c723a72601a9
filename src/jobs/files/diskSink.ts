import type { FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { callbackify } from 'node:util';
import { fileError } from './diskErrors.ts';

/** At the end of a large file, the user waits for the data that the system hasn't yet begun to write. */
const syncedAtOnceBytes = 32 * 1024 ** 2;

/** A stream into an open file that ends only once every byte is on disk. It always closes the file. */
export function diskSink(handle: FileHandle): Writable {
  let unsyncedBytes = 0;
  let isSyncing = false;
  /** Stays rejected after a failure, as the system reports it only once. */
  let synced = Promise.resolve();
  const syncMeanwhile = (): void => {
    unsyncedBytes = 0;
    isSyncing = true;
    synced = synced.then(() => handle.datasync());
    synced.then(
      () => (isSyncing = false),
      () => undefined,
    );
  };
  const writeChunk = async (chunk: Buffer): Promise<void> => {
    await writeAll(handle, chunk);
    unsyncedBytes += chunk.length;
    if (unsyncedBytes >= syncedAtOnceBytes && !isSyncing) syncMeanwhile();
  };
  const write = callbackify((chunk: Buffer) => inOurTerms(writeChunk(chunk)));
  const sync = callbackify(() => inOurTerms(synced.then(() => handle.sync())));
  const close = callbackify(() => handle.close());
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => write(chunk, done),
    final: (done) => sync(done),
    destroy: (error, done) => close((closing) => done(error ?? closing)),
  });
}

async function writeAll(handle: FileHandle, chunk: Buffer): Promise<void> {
  let written = 0;
  while (written < chunk.length) written += (await handle.write(chunk, written)).bytesWritten;
}

async function inOurTerms(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw fileError(error, 'file.unwritable');
  }
}
