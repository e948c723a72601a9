import type { FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { callbackify } from 'node:util';
import { fileError } from './diskErrors.ts';

/** What a system has not begun to bring to the disk by the end of a large file, somebody waits for. */
const syncedAtOnceBytes = 32 * 1024 ** 2;

/** A stream into an open file that ends only once every byte is on the disk, and closes the file in any case. */
export function diskSink(handle: FileHandle): Writable {
  let unsyncedBytes = 0;
  let isSyncing = false;
  /** Rejects once one has failed: the system tells of that once. */
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
