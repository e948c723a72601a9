import { CustomSource } from 'mediabunny';
import { type FileHandle, open } from 'node:fs/promises';

/** The bytes of a file, or what is made of them as they are read. */
export interface ByteSource {
  readonly size: number;
  /** Of the bytes from `start` up to `end`, as many as there are. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** A file that is open for reading. */
export class FileBytes implements ByteSource {
  readonly size: number;
  readonly #file: FileHandle;

  private constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.size = size;
  }

  static async open(path: string): Promise<FileBytes> {
    const file = await open(path);
    return new FileBytes(file, (await file.stat()).size);
  }

  async read(start: number, end: number): Promise<Uint8Array> {
    const length = Math.max(0, Math.min(end, this.size) - start);
    const { bytesRead, buffer } = await this.#file.read(new Uint8Array(length), 0, length, start);
    return buffer.subarray(0, bytesRead);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

export function sourceOf(bytes: ByteSource): CustomSource {
  return new CustomSource({
    getSize: () => bytes.size,
    read: async (start, end) => bytes.read(start, end),
    prefetchProfile: 'fileSystem',
  });
}
