import sharp from 'sharp';
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import type { EngineTask, EngineResult } from '../api/task.ts';
import { encode } from '../images/encoders.ts';
import { imageError } from '../images/open.ts';
import { methods } from '../lib/zip.ts';
import { newEntry, ZipWriter } from '../lib/zipWriter.ts';
import type { PdfDocument } from './document.ts';
import { defaultDensity, type PdfOptions } from './options.ts';
import { drawPage } from './render.ts';

/**
 * Draws the selected pages. One page becomes an image, and several become a ZIP of numbered images. A TIFF contains all
 * pages.
 * @throws ConversionError
 */
export async function writePictures(
  document: PdfDocument,
  task: EngineTask,
  options: PdfOptions,
): Promise<EngineResult> {
  if (task.to === 'tiff') return writePagesOfTiff(document, task.outputPath, options);
  return writeImages(document, task, options);
}

async function writeImages(
  document: PdfDocument,
  { to, fileName, outputPath }: EngineTask,
  options: PdfOptions,
): Promise<EngineResult> {
  const [first = 0, ...others] = document.pages;
  if (others.length === 0) {
    await writeFile(outputPath, await picture(document, first, to, options));
    return {};
  }
  const digits = Math.max(2, String((others.at(-1) ?? 0) + 1).length);
  const stem = path.parse(fileName).name;
  const entries = async function* (): AsyncGenerator<ZippedFile> {
    for (const page of document.pages) {
      const number = String(page + 1).padStart(digits, '0');
      yield { name: `${stem}-${number}.${to}`, content: await picture(document, page, to, options) };
    }
  };
  await writeZip(outputPath, entries());
  return { extension: 'zip' };
}

async function writePagesOfTiff(
  document: PdfDocument,
  outputPath: string,
  options: PdfOptions,
): Promise<EngineResult> {
  await using tiff = await TiffFile.create(outputPath);
  for (const page of document.pages) await tiff.add(await picture(document, page, 'tiff', options));
  return {};
}

async function picture(
  document: PdfDocument,
  page: number,
  to: string,
  options: PdfOptions,
): Promise<Buffer> {
  const { density = defaultDensity } = options;
  const { width, height, data } = drawPage(document, page, density);
  try {
    const image = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
    return await encode(image.withMetadata({ density }), to, options).toBuffer();
  } catch (error) {
    throw imageError(error);
  }
}

interface ZippedFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/**
 * Writes files that are already compressed, such as images, to a ZIP, one by one.
 * @throws ConversionError
 */
async function writeZip(path: string, files: AsyncIterable<ZippedFile>): Promise<void> {
  const zip = await open(path, 'w', 0o600);
  try {
    const writer = new ZipWriter();
    for await (const { name, content } of files) {
      const pieces = writer.add(newEntry(name, content), methods.stored, content);
      for (const piece of pieces) await zip.writeFile(piece);
    }
    await zip.writeFile(writer.end());
  } finally {
    await zip.close();
  }
}

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
class TiffFile implements AsyncDisposable {
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
