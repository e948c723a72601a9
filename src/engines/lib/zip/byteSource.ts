import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Disposable } from '../../../util/disposable.ts';

/** Bytes that are read where they are needed. */
export interface ByteSource {
  readonly length: number;
  /** @throws RangeError where there are fewer */
  read(at: number, length: number): Buffer;
}

/** A file as such a source; it is open until it is disposed of. */
export function openBytes(path: string): ByteSource & Disposable {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  return {
    length: size,
    read: (at, length) => {
      checkRange(at, length, size);
      const bytes = Buffer.alloc(length);
      if (readSync(file, bytes, 0, length, at) !== length)
        throw new RangeError('The file has become shorter.');
      return bytes;
    },
    dispose: () => closeSync(file),
  };
}

export function bytesOf(buffer: Buffer): ByteSource {
  return {
    length: buffer.length,
    read: (at, length) => {
      checkRange(at, length, buffer.length);
      return buffer.subarray(at, at + length);
    },
  };
}

function checkRange(at: number, length: number, size: number): void {
  if (at < 0 || at + length > size) throw new RangeError('There are not so many bytes.');
}
