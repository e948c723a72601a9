import { type FileHandle, open } from 'node:fs/promises';
import type { ByteReader } from '../../util/byteReader.ts';
import { fileError } from './diskErrors.ts';

/** Reads a file on disk, which the first read opens. */
export class DiskReader implements ByteReader {
  readonly #path: string;
  #handle: Promise<FileHandle> | undefined;
  #closed = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws FileError */
  async read(memory: Buffer): Promise<number> {
    try {
      if (this.#closed) throw new Error('The file is closed.');
      this.#handle ??= open(this.#path);
      return (await (await this.#handle).read(memory)).bytesRead;
    } catch (error) {
      throw fileError(error, 'file.unreadable');
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    try {
      await (await this.#handle)?.close();
    } catch {
      // The file has been read, so errors of opening or closing no longer matter.
    }
  }
}
