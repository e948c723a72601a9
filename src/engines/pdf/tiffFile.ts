import { type FileHandle, open } from 'node:fs/promises';
import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';

const headerBytes = 8;
const entryBytes = 12;
const pointerBytes = 4;
/** Bytes per value, indexed by the number of its type (TIFF 6.0, section 2). */
const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const shortType = 3;
/** Tags that contain offsets of pixel data: StripOffsets and TileOffsets. */
const offsetTags: ReadonlySet<number> = new Set([273, 324]);
const maxBytes = 0xffff_ffff;

/** A multi-page TIFF that is written page by page. Each page comes from a single-page TIFF. */
export class TiffFile implements AsyncDisposable {
  readonly #file: FileHandle;
  #bytes = headerBytes;
  /** Position at which the offset of the next page is written. */
  #link = headerBytes - pointerBytes;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string): Promise<TiffFile> {
    const file = await open(path, 'wx', 0o600);
    await file.write(Buffer.from('49492a0000000000', 'hex'));
    return new TiffFile(file);
  }

  /**
   * Adds the page of a little-endian TIFF.
   * @throws ConversionError `conversion.limit_exceeded`
   */
  async add(tiff: Buffer): Promise<void> {
    const shift = this.#bytes - headerBytes;
    if (shift + tiff.length + 1 > maxBytes) {
      throw new ConversionError(fault('tiff.size'));
    }
    const directory = tiff.readUInt32LE(headerBytes - pointerBytes);
    const link = moveDirectory(tiff, directory, shift);
    const page = tiff.subarray(headerBytes);
    await this.#file.write(page, 0, page.length, this.#bytes);
    const pointer = Buffer.alloc(pointerBytes);
    pointer.writeUInt32LE(directory + shift);
    await this.#file.write(pointer, 0, pointerBytes, this.#link);
    this.#link = link + shift;
    // TIFF directories must begin at even offsets.
    this.#bytes += page.length + (page.length % 2);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}

/**
 * Adjusts the offsets in a directory that moves by `shift` bytes. Returns the position of its link to the next
 * directory.
 */
function moveDirectory(tiff: Buffer, directory: number, shift: number): number {
  const count = tiff.readUInt16LE(directory);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * entryBytes;
    const [tag, type, values] = [
      tiff.readUInt16LE(entry),
      tiff.readUInt16LE(entry + 2),
      tiff.readUInt32LE(entry + 4),
    ];
    const bytes = (typeBytes[type] ?? 1) * values;
    const isInline = bytes <= pointerBytes;
    const start = isInline ? entry + 8 : tiff.readUInt32LE(entry + 8);
    if (!isInline) add(tiff, entry + 8, shift);
    if (!offsetTags.has(tag)) continue;
    if (type === shortType) throw new Error('Strip offsets with 16 bits can’t be moved');
    for (let at = 0; at < values; at += 1) add(tiff, start + at * pointerBytes, shift);
  }
  return directory + 2 + count * entryBytes;
}

function add(tiff: Buffer, at: number, shift: number): void {
  tiff.writeUInt32LE(tiff.readUInt32LE(at) + shift, at);
}
