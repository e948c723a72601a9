import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { withFileName } from '../../api/conversionError.ts';
import type { EngineTask } from '../../api/task.ts';
import { imageError, openImage, type OpenImage } from '../../images/open.ts';
import { bytesOf } from '../../lib/byteSource.ts';
import { readable } from '../../images/fallbackCodecs/readable.ts';
import { plainBlock } from '../../images/imageMetadata.ts';
import { directoriesOf } from '../../images/tiff/directory.ts';
import { selectPages } from '../options.ts';
import { imagePdfOptions, type ImagePdfOptions, pictureArchives } from './options.ts';
import {
  fittingProfile,
  jpegPicture,
  type PagePicture,
  pngPicture,
  withoutMetadata,
} from './pagePictures.ts';
import { type Density, PdfFile, PicturePages, placeOf } from './pages.ts';
import { pixelPicture } from './pixels.ts';
import { zippedPictures } from './zippedPictures.ts';

/** Color spaces that a PDF can contain unchanged. Images in other color spaces are converted to sRGB. */
const plainSpaces: ReadonlySet<string> = new Set(['srgb', 'b-w', 'rgb16', 'grey16']);

/**
 * Converts an image, each page of a TIFF, or each picture in a ZIP to a page of a PDF. Pictures are upright and keep
 * their colors and transparency.
 * @throws ConversionError
 */
export async function convertToPdf(task: EngineTask): Promise<void> {
  const { from, inputPath, outputPath } = task;
  const options = imagePdfOptions.parse(task.options);
  await using pdf = await PdfFile.create(outputPath);
  const pages = new PicturePages(pdf);
  if (isZip(from)) await addPictures(pages, inputPath, options);
  else await addPages(pages, inputPath, from, options);
  await pages.end();
}

function isZip(from: string): boolean {
  return pictureArchives.some((each) => each === from);
}

/** @throws ConversionError that names the picture that can't be converted */
async function addPictures(pages: PicturePages, zipPath: string, options: ImagePdfOptions): Promise<void> {
  for (const { name, from, content } of zippedPictures(zipPath)) {
    await withFileName(name, () => addPages(pages, content, from, options));
  }
}

/**
 * Adds the pages of an image, from a path or from memory.
 * @throws ConversionError
 */
export async function addPages(
  pages: PicturePages,
  file: string | Buffer,
  from: string,
  options: ImagePdfOptions,
): Promise<void> {
  const made = await readable(file, from, 'png');
  const input = typeof made === 'string' ? made : Buffer.from(made);
  const { metadata } = await openImage(input);
  const count = from === 'tiff' ? (metadata.pages ?? 1) : 1;
  const selected = selectPages(options.pages, count, 'image');
  pages.expect(selected.length);
  for (const page of selected) await addPage(pages, input, { from, page, options });
}

interface Wanted {
  readonly from: string;
  readonly page: number;
  readonly options: ImagePdfOptions;
}

async function addPage(
  pages: PicturePages,
  input: string | Buffer,
  { from, page, options }: Wanted,
): Promise<void> {
  const asStored = { autoOrient: false, ...(page > 0 ? { page } : {}) };
  const opened = await openImage(input, asStored);
  const isPlain = plainSpaces.has(opened.metadata.space);
  // Don't convert colors, because the PDF will contain the color profile.
  const source = isPlain ? await openImage(input, { ...asStored, ignoreIcc: true }) : opened;
  const asItIs = options.quality === undefined ? await unchanged(input, from, source, options) : undefined;
  const picture = asItIs ?? (await pixelPicture(source, from, options));
  const isOwnSpace = isPlain || asItIs !== undefined;
  const profile = isOwnSpace ? fittingProfile(opened.metadata.icc, picture.colors) : {};
  const { width, height } = picture;
  const { orientation } = opened.metadata;
  const density = await densityOf(opened);
  await pages.add({ ...picture, ...profile }, placeOf({ width, height, density, orientation }, options));
}

/** EXIF tags of the numbers of pixels per inch. */
const resolutionTags = { across: 0x11a, down: 0x11b } as const;

/** Returns the density of a picture. Sharp only tells that across, but the EXIF that libvips writes has both. */
async function densityOf({ image, metadata }: OpenImage): Promise<Density | undefined> {
  const { density } = metadata;
  if (density === undefined) return undefined;
  const corner = { left: 0, top: 0, width: 1, height: 1 };
  const sample = await image.clone().extract(corner).keepExif().jpeg().toBuffer();
  const { exif } = await sharp(sample).metadata();
  const [directory] = exif === undefined ? [] : directoriesOf(bytesOf(plainBlock(exif)));
  const [across = 0, down = 0] = [resolutionTags.across, resolutionTags.down].map((tag) =>
    directory?.number(tag),
  );
  return { across: density, down: across > 0 && down > 0 ? (density * down) / across : density };
}

/** Returns the compressed pixels of the file if PDF supports their compression and they are complete. */
async function unchanged(
  input: string | Buffer,
  from: string,
  source: OpenImage,
  options: ImagePdfOptions,
): Promise<PagePicture | undefined> {
  if (from !== 'jpg' && from !== 'png') return undefined;
  const bytes = typeof input === 'string' ? await readFile(input) : input;
  const stripped = from === 'jpg' && options.metadata === 'stripAll' ? withoutMetadata(bytes) : bytes;
  const picture = from === 'jpg' ? jpegPicture(stripped) : pngPicture(bytes);
  if (picture !== undefined) await checkWhole(source);
  return picture;
}

/** @throws ConversionError `conversion.invalid_input` if pixels are missing */
async function checkWhole({ image }: OpenImage): Promise<void> {
  try {
    await image.clone().resize(1, 1, { fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer();
  } catch (error) {
    throw imageError(error);
  }
}
