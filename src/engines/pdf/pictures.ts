import { open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { EngineWork, WorkResult } from '../api/work.ts';
import { encode } from '../images/encode.ts';
import { imageError } from '../images/open.ts';
import type { PdfDocument } from './document.ts';
import { drawPage } from './drawPage.ts';
import { type PdfOptions, defaultDensity } from './options.ts';
import { TiffFile } from './tiffFile.ts';
import { methods } from '../lib/zip/directory.ts';
import { newEntry, ZipWriter } from '../lib/zip/writer.ts';

/**
 * Draws the selected pages. One page becomes an image, and several become a ZIP of numbered images. A TIFF contains all
 * pages.
 * @throws ConversionError
 */
export async function writePictures(
  document: PdfDocument,
  work: EngineWork,
  options: PdfOptions,
): Promise<WorkResult> {
  if (work.to === 'tiff') return writePagesOfTiff(document, work.outputPath, options);
  return writeImages(document, work, options);
}

async function writeImages(
  document: PdfDocument,
  { to, fileName, outputPath }: EngineWork,
  options: PdfOptions,
): Promise<WorkResult> {
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
): Promise<WorkResult> {
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
