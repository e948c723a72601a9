import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { EngineWork, WorkResult } from '../api/work.ts';
import { encode } from '../images/encode.ts';
import { imageError } from '../images/open.ts';
import type { PdfDocument } from './document.ts';
import { type PdfOptions, defaultDensity } from './options.ts';
import { PageDrawer } from './pageDrawer.ts';
import { TiffFile } from './tiffFile.ts';
import { writeZip, type ZippedFile } from './zip.ts';

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
  const drawer = new PageDrawer(document, work.inputPath, options);
  try {
    if (work.to === 'tiff') return await writePagesOfTiff(drawer, work.outputPath, options);
    return await writeImages(drawer, work, options);
  } finally {
    drawer.dispose();
  }
}

async function writeImages(
  drawer: PageDrawer,
  { to, fileName, outputPath }: EngineWork,
  options: PdfOptions,
): Promise<WorkResult> {
  const [first = 0, ...others] = drawer.pages;
  if (others.length === 0) {
    await writeFile(outputPath, await picture(drawer, first, to, options));
    return {};
  }
  const digits = Math.max(2, String((others.at(-1) ?? 0) + 1).length);
  const stem = path.parse(fileName).name;
  const entries = async function* (): AsyncGenerator<ZippedFile> {
    for (const page of drawer.pages) {
      const number = String(page + 1).padStart(digits, '0');
      yield { name: `${stem}-${number}.${to}`, content: await picture(drawer, page, to, options) };
    }
  };
  await writeZip(outputPath, entries());
  return { extension: 'zip' };
}

async function writePagesOfTiff(
  drawer: PageDrawer,
  outputPath: string,
  options: PdfOptions,
): Promise<WorkResult> {
  await using tiff = await TiffFile.create(outputPath);
  for (const page of drawer.pages) await tiff.add(await picture(drawer, page, 'tiff', options));
  return {};
}

async function picture(drawer: PageDrawer, page: number, to: string, options: PdfOptions): Promise<Buffer> {
  const { density = defaultDensity } = options;
  const { width, height, data } = await drawer.draw(page, density);
  try {
    const image = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
    return await encode(image.withMetadata({ density }), to, options).toBuffer();
  } catch (error) {
    throw imageError(error);
  }
}
