import { crc32 } from 'node:zlib';
import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { methods, signatures, type ZipEntry } from './zip.ts';

/** Flag for names in UTF-8 (APPNOTE.TXT, 4.4.4). */
const utf8Flag = 0x0800;
/** Version 2.0 of the ZIP format. */
const versionNeeded = 20;
/** Maximum size of a ZIP without ZIP64, which not every reader supports. */
const maxZipBytes = 0xffff_ffff;
const maxEntries = 0xffff;
const localHeaderBytes = 30;
/** Id of the extended timestamp field, in which only the modification time is set. */
const timestampField = 0x5455;
const modifiedFlag = 1;
const maxTimestamp = 0x7fff_ffff;
const firstDosTime = 0x0021_0000;
const lastDosTime = 0xff9f_bf7d;

/** The properties of an entry, apart from its compression. */
interface EntryFacts extends Pick<
  ZipEntry,
  'name' | 'madeBy' | 'flags' | 'time' | 'crc' | 'bytes' | 'externalAttributes'
> {
  /** Extra fields (APPNOTE.TXT, 4.5). */
  readonly extra?: Buffer;
}

/** A file to add to a ZIP. */
export interface NewEntry extends Pick<ZipEntry, 'name' | 'crc' | 'bytes'> {
  /** Modification time in milliseconds since 1970. By default, the current time. */
  readonly modifiedMs: number | undefined;
}

/** Returns the properties of an entry for new content. */
export function newEntry(name: string, content: Uint8Array): EntryFacts {
  const facts = { crc: crc32(content), bytes: content.length, modifiedMs: undefined };
  return factsOf({ name: Buffer.from(name), ...facts });
}

/** Returns the number of bytes that precede a file's content. */
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
 * Writes a ZIP entry by entry. Sizes precede each entry's data, because some readers of office formats require that.
 * The caller must write the returned buffers to the file in order.
 */
export class ZipWriter {
  readonly #directory: Buffer[] = [];
  #at = 0;

  /** Current length of the ZIP, without its directory. */
  get sizeBytes(): number {
    return this.#at;
  }

  /**
   * Adds data that is compressed with `method`, with the name, time, and permissions of `entry`.
   * @throws ConversionError `conversion.limit_exceeded` if the ZIP would exceed the limits of the format
   */
  add(entry: EntryFacts, method: number, packed: Uint8Array): readonly Uint8Array[] {
    return [this.#header(entry, method, packed.length), packed];
  }

  /**
   * Adds a file whose compressed content has this size, and returns its header. The content must follow the header. It
   * can be written first, because `headerBytes` returns the header's length in advance.
   * @throws ConversionError `conversion.limit_exceeded` if the ZIP would exceed the limits of the format
   */
  addHeader(entry: NewEntry, method: number, packedBytes: number): Uint8Array {
    return this.#header(factsOf(entry), method, packedBytes);
  }

  /** Returns the end of the ZIP. Nothing can be added afterwards. */
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

/** Returns Info-ZIP's field for a time in UTC. It is empty if the time is unknown or out of range. */
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

/**
 * Returns a local time in MS-DOS format, which has a resolution of two seconds and begins in 1980 (APPNOTE.TXT, 4.4.6).
 */
function dosTime(time: Date): number {
  const year = time.getFullYear() - 1980;
  // The year has seven bits.
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
