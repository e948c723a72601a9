import type { FileHandle } from 'node:fs/promises';
import { methods, signatures, type ZipEntry } from './directory.ts';

/** Says that a name is UTF-8 (APPNOTE.TXT, 4.4.4). */
const utf8Flag = 0x0800;
/** Version 2.0 of the format. */
const versionNeeded = 20;

/** Writes entries one after the other, each with its sizes before it: some readers of office formats want them there. */
export class ZipWriter {
  readonly #file: FileHandle;
  readonly #directory: Buffer[] = [];
  #at = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Adds what is packed by `method`, under the name, the time and the rights of `entry`. */
  async add(entry: ZipEntry, method: number, packed: Buffer): Promise<void> {
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(method === methods.stored ? 10 : versionNeeded, 0);
    shared.writeUInt16LE(entry.flags & utf8Flag, 2);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(entry.time, 6);
    shared.writeUInt32LE(entry.crc, 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(entry.bytes, 18);
    shared.writeUInt16LE(entry.name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(entry.externalAttributes, 6);
    tail.writeUInt32LE(this.#at, 10);
    this.#directory.push(
      Buffer.concat([uint32(signatures.directoryEntry), uint16(entry.madeBy), shared, tail, entry.name]),
    );
    await this.#write(Buffer.concat([uint32(signatures.localHeader), shared, entry.name]));
    await this.#write(packed);
  }

  async end(): Promise<void> {
    const directory = Buffer.concat(this.#directory);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(signatures.end, 0);
    end.writeUInt16LE(this.#directory.length, 8);
    end.writeUInt16LE(this.#directory.length, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(this.#at, 16);
    await this.#write(Buffer.concat([directory, end]));
  }

  async #write(bytes: Buffer): Promise<void> {
    await this.#file.writeFile(bytes);
    this.#at += bytes.length;
  }
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
