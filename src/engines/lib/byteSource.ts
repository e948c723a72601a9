import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Disposable } from '../../util/disposable.ts';

/** Bytes that are read where they are needed, of a file or made as they are read. */
export interface ByteSource {
  readonly size: number;
  /** Of `length` bytes from `at` on, as many as there are. The caller must not change them. */
  read(at: number, length: number): Buffer;
}

/** A file as such a source; it is open until it is disposed of. */
export function openBytes(path: string): ByteSource & Disposable {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  return {
    size,
    read: (at, length) => {
      const bytes = Buffer.alloc(lengthWithin(size, at, length));
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, at));
    },
    dispose: () => closeSync(file),
  };
}

export function bytesOf(buffer: Buffer): ByteSource {
  const size = buffer.length;
  return { size, read: (at, length) => buffer.subarray(at, at + lengthWithin(size, at, length)) };
}

/** All of `length` bytes from `at` on. @throws RangeError where there are fewer */
export function readExactly(source: ByteSource, at: number, length: number): Buffer {
  const bytes = at < 0 ? undefined : source.read(at, length);
  if (bytes?.length !== length) throw new RangeError('There are not so many bytes.');
  return bytes;
}

function lengthWithin(size: number, at: number, length: number): number {
  return Math.max(0, Math.min(length, size - at));
}
