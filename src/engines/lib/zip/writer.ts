import { crc32 } from 'node:zlib';
import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { methods, signatures, type ZipEntry } from './directory.ts';

/** Says that a name is UTF-8 (APPNOTE.TXT, 4.4.4). */
const utf8Flag = 0x0800;
/** Version 2.0 of the format. */
const versionNeeded = 20;
/** What a zip can hold without the extensions that not every reader knows. */
const maxZipBytes = 0xffff_ffff;
const maxEntries = 0xffff;
const localHeaderBytes = 30;
/** The extended timestamp, with a time of change alone. */
const timestampField = 0x5455;
const modifiedFlag = 1;
const maxTimestamp = 0x7fff_ffff;
const firstDosTime = 0x0021_0000;
const lastDosTime = 0xff9f_bf7d;

/** What is told of an entry besides how it is packed. */
interface EntryFacts extends Pick<
  ZipEntry,
  'name' | 'madeBy' | 'flags' | 'time' | 'crc' | 'bytes' | 'externalAttributes'
> {
  /** Fields for what the others have no place for (APPNOTE.TXT, 4.5). */
  readonly extra?: Buffer;
}

/** A file that is put into a zip now. */
export interface NewEntry extends Pick<ZipEntry, 'name' | 'crc' | 'bytes'> {
  /** When it was last changed, in milliseconds since the epoch; now where nobody says. */
  readonly modifiedMs: number | undefined;
}

/** What is told of content that is put into a zip now. */
export function newEntry(name: string, content: Uint8Array): EntryFacts {
  const facts = { crc: crc32(content), bytes: content.length, modifiedMs: undefined };
  return factsOf({ name: Buffer.from(name), ...facts });
}

/** How many bytes come before the content of such a file. */
export function headerBytes({ name, modifiedMs }: Pick<NewEntry, 'name' | 'modifiedMs'>): number {
  return localHeaderBytes + name.length + timestamp(modifiedMs).length;
}

function factsOf({ name, crc, bytes, modifiedMs }: NewEntry): EntryFacts {
  return {
    name,
    madeBy: versionNeeded,
    flags: utf8Flag,
    time: dosTime(modifiedMs === undefined ? new Date() : new Date(modifiedMs)),
    crc,
    bytes,
    externalAttributes: 0,
    extra: timestamp(modifiedMs),
  };
}

/**
 * Puts entries into a zip one after the other, each with its sizes before it: some readers of office formats want them
 * there. What it returns is to be written, in that order.
 */
export class ZipWriter {
  readonly #directory: Buffer[] = [];
  #at = 0;

  /** How long the zip is by now, its directory left aside. */
  get sizeBytes(): number {
    return this.#at;
  }

  /**
   * Adds what is packed by `method`, under the name, the time and the rights of `entry`.
   * @throws ConversionError `conversion.limit_exceeded` where a zip can't hold so much
   */
  add(entry: EntryFacts, method: number, packed: Uint8Array): readonly Uint8Array[] {
    return [this.#header(entry, method, packed.length), packed];
  }

  /**
   * Adds a file whose content takes so many bytes when it is packed. It stands behind the header that this returns, and may
   * be written before it: the header is of as many bytes as `headerBytes` says.
   * @throws ConversionError `conversion.limit_exceeded` where a zip can't hold so much
   */
  addHeader(entry: NewEntry, method: number, packedBytes: number): Uint8Array {
    return this.#header(factsOf(entry), method, packedBytes);
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

  #header(entry: EntryFacts, method: number, packedBytes: number): Uint8Array {
    const { extra = Buffer.alloc(0) } = entry;
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(method === methods.stored ? 10 : versionNeeded, 0);
    shared.writeUInt16LE(entry.flags & utf8Flag, 2);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(entry.time, 6);
    shared.writeUInt32LE(entry.crc, 10);
    shared.writeUInt32LE(this.#counted(packedBytes), 14);
    shared.writeUInt32LE(this.#counted(entry.bytes), 18);
    shared.writeUInt16LE(entry.name.length, 22);
    shared.writeUInt16LE(extra.length, 24);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(entry.externalAttributes, 6);
    tail.writeUInt32LE(this.#at, 10);
    const described = [entry.name, extra];
    const inDirectory = [uint32(signatures.directoryEntry), uint16(entry.madeBy), shared, tail, ...described];
    this.#directory.push(Buffer.concat(inDirectory));
    const header = Buffer.concat([uint32(signatures.localHeader), shared, ...described]);
    this.#at = this.#counted(this.#at + header.length + packedBytes);
    return header;
  }

  #counted(bytes: number): number {
    if (bytes <= maxZipBytes && this.#directory.length <= maxEntries) return bytes;
    throw new ConversionError(fault('zip.size'));
  }
}

/** The time in UTC, in the field that Info-ZIP made for it; nothing where no time is known, or it has no place there. */
function timestamp(modifiedMs: number | undefined): Buffer {
  const seconds = Math.floor((modifiedMs ?? Number.NaN) / 1000);
  if (!(Math.abs(seconds) <= maxTimestamp)) return Buffer.alloc(0);
  const field = Buffer.alloc(9);
  field.writeUInt16LE(timestampField, 0);
  field.writeUInt16LE(5, 2);
  field.writeUInt8(modifiedFlag, 4);
  field.writeInt32LE(seconds, 5);
  return field;
}

/** Local time. Two seconds are what it is exact to, and 1980 is where it begins (APPNOTE.TXT, 4.4.6). */
function dosTime(time: Date): number {
  const year = time.getFullYear() - 1980;
  // Years have seven bits.
  if (!(year >= 0 && year <= 127)) return year > 127 ? lastDosTime : firstDosTime;
  const date = (year << 9) | ((time.getMonth() + 1) << 5) | time.getDate();
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
