import { crc32 } from 'node:zlib';
import { ConversionError } from '../../api/conversionError.ts';
import { methods, signatures, type ZipEntry } from './directory.ts';

/** Says that a name is UTF-8 (APPNOTE.TXT, 4.4.4). */
const utf8Flag = 0x0800;
/** Version 2.0 of the format. */
const versionNeeded = 20;
/** What a zip can hold without the extensions that not every reader knows. */
const maxZipBytes = 0xffff_ffff;
const maxEntries = 0xffff;

/** What is told of an entry besides how it is packed. */
type EntryFacts = Pick<
  ZipEntry,
  'name' | 'madeBy' | 'flags' | 'time' | 'crc' | 'bytes' | 'externalAttributes'
>;

/** What is told of a file that is put into a zip now. */
export function newEntry(name: string, content: Uint8Array): EntryFacts {
  return {
    name: Buffer.from(name),
    madeBy: versionNeeded,
    flags: utf8Flag,
    time: dosTime(new Date()),
    crc: crc32(content),
    bytes: content.length,
    externalAttributes: 0,
  };
}

/**
 * Puts entries into a zip one after the other, each with its sizes before it: some readers of office formats want them
 * there. What it returns is to be written, in that order.
 */
export class ZipWriter {
  readonly #directory: Buffer[] = [];
  #at = 0;

  /**
   * Adds what is packed by `method`, under the name, the time and the rights of `entry`.
   * @throws ConversionError `conversion.limit_exceeded` where a zip can't hold so much
   */
  add(entry: EntryFacts, method: number, packed: Uint8Array): readonly Uint8Array[] {
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
    return this.#counted([Buffer.concat([uint32(signatures.localHeader), shared, entry.name]), packed]);
  }

  /** Ends the zip. Nothing can be added any more. */
  end(): Uint8Array {
    const directory = Buffer.concat(this.#directory);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(signatures.end, 0);
    end.writeUInt16LE(this.#directory.length, 8);
    end.writeUInt16LE(this.#directory.length, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(this.#at, 16);
    return Buffer.concat([directory, end]);
  }

  #counted(pieces: readonly Uint8Array[]): readonly Uint8Array[] {
    for (const { length } of pieces) this.#at += length;
    if (this.#at <= maxZipBytes && this.#directory.length <= maxEntries) return pieces;
    throw new ConversionError('conversion.limit_exceeded', 'That is more than a zip can hold.');
  }
}

/** Two seconds are what it is exact to, and 1980 is where it begins (APPNOTE.TXT, 4.4.6). */
function dosTime(time: Date): number {
  const date = ((time.getFullYear() - 1980) << 9) | ((time.getMonth() + 1) << 5) | time.getDate();
  const clock = (time.getHours() << 11) | (time.getMinutes() << 5) | (time.getSeconds() >> 1);
  return date * 0x1_0000 + clock;
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
