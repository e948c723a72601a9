import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Disposable } from '../../util/disposable.ts';

/** Bytes that are read on demand, from a file or from memory. */
export interface ByteSource {
  readonly size: number;
  /** Returns up to `length` bytes from offset `at`. The caller must not change them. */
  read(at: number, length: number): Buffer;
}

/** Opens a file as a source of bytes. It stays open until it is disposed. */
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

/**
 * Returns exactly `length` bytes from offset `at`.
 * @throws RangeError if there are fewer
 */
export function readExactly(source: ByteSource, at: number, length: number): Buffer {
  const bytes = at < 0 ? undefined : source.read(at, length);
  if (bytes?.length !== length) throw new RangeError('Unexpected end of data');
  return bytes;
}

function lengthWithin(size: number, at: number, length: number): number {
  return Math.max(0, Math.min(length, size - at));
}
