import type { FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { callbackify } from 'node:util';
import { fileError } from './diskErrors.ts';

/** A stream into an open file that ends only once every byte is on the disk, and closes the file in any case. */
export function diskSink(handle: FileHandle): Writable {
  const write = callbackify((chunk: Buffer) => inOurTerms(writeAll(handle, chunk)));
  const sync = callbackify(() => inOurTerms(handle.sync()));
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
