import type { FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { fileError } from './diskErrors.ts';

/** A stream into an open file that ends only once every byte is on the disk, and closes the file in any case. */
export function diskSink(handle: FileHandle): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      settle(writeAll(handle, chunk), done);
    },
    final(done) {
      settle(handle.sync(), done);
    },
    destroy(error, done) {
      handle.close().then(
        () => done(error),
        () => done(error),
      );
    },
  });
}

async function writeAll(handle: FileHandle, chunk: Buffer): Promise<void> {
  let written = 0;
  while (written < chunk.length) written += (await handle.write(chunk, written)).bytesWritten;
}

function settle(work: Promise<void>, done: (error?: Error) => void): void {
  work.then(
    () => done(),
    (error: unknown) => done(fileError(error, 'file.unwritable')),
  );
}
