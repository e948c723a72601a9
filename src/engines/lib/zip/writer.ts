import { crc32 } from 'node:zlib';
import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { methods, signatures, type ZipEntry } from './directory.ts';

/** Declares that a name is UTF-8 (APPNOTE.TXT, 4.4.4). */
const utf8Flag = 0x0800;
/** Version 2.0 of the format. */
const versionNeeded = 20;
/** A ZIP's limit without extensions that not every reader supports. */
const maxZipBytes = 0xffff_ffff;
const maxEntries = 0xffff;
const localHeaderBytes = 30;
/** The extended timestamp, with only the modification time. */
const timestampField = 0x5455;
const modifiedFlag = 1;
const maxTimestamp = 0x7fff_ffff;
const firstDosTime = 0x0021_0000;
const lastDosTime = 0xff9f_bf7d;

/** Facts about an entry, apart from its compression. */
interface EntryFacts extends Pick<
  ZipEntry,
  'name' | 'madeBy' | 'flags' | 'time' | 'crc' | 'bytes' | 'externalAttributes'
> {
  /** Extra fields (APPNOTE.TXT, 4.5). */
  readonly extra?: Buffer;
}

/** A new file for a ZIP. */
export interface NewEntry extends Pick<ZipEntry, 'name' | 'crc' | 'bytes'> {
  /** When it was last changed, in milliseconds since the epoch; the current time by default. */
  readonly modifiedMs: number | undefined;
}

/** The facts about new content for a ZIP. */
export function newEntry(name: string, content: Uint8Array): EntryFacts {
  const facts = { crc: crc32(content), bytes: content.length, modifiedMs: undefined };
  return factsOf({ name: Buffer.from(name), ...facts });
}

/** The number of bytes before such a file's content. */
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
 * Adds entries to a ZIP one by one, each with its sizes before it, as some readers of office formats require. Write its
 * return values in order.
 */
export class ZipWriter {
  readonly #directory: Buffer[] = [];
  #at = 0;

  /** The current length of the ZIP without its directory. */
  get sizeBytes(): number {
    return this.#at;
  }

  /**
   * Adds data compressed by `method`, under the name, time, and permissions of `entry`.
   * @throws ConversionError `conversion.limit_exceeded` beyond the limits of a ZIP
   */
  add(entry: EntryFacts, method: number, packed: Uint8Array): readonly Uint8Array[] {
    return [this.#header(entry, method, packed.length), packed];
  }

  /**
   * Adds a file with this compressed size, and returns its header. The content follows the header, and may be written
   * before it, as `headerBytes` gives the header's length.
   * @throws ConversionError `conversion.limit_exceeded` beyond the limits of a ZIP
   */
  addHeader(entry: NewEntry, method: number, packedBytes: number): Uint8Array {
    return this.#header(factsOf(entry), method, packedBytes);
  }

  /** Ends the ZIP. Nothing can be added any more. */
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

/** The time in UTC, in Info-ZIP's field; empty if the time is unknown or out of range. */
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

/** Local time, to two seconds, from 1980 (APPNOTE.TXT, 4.4.6). */
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
