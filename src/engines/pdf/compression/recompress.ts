import {
  type PDFContext,
  type PDFDict,
  PDFHexString,
  PDFName,
  PDFPageLeaf,
  PDFRawStream,
  type PDFRef,
} from '@cantoo/pdf-lib';
import { createHash } from 'node:crypto';
import { isConversionError } from '../../api/conversionError.ts';
import { candidatesFor } from '../../images/encodingCandidates.ts';
import { replacePixels } from '../../images/halvedColors.ts';
import { openImage } from '../../images/open.ts';
import { optimizedPng } from '../../images/oxipng.ts';
import { searchQuality } from '../../images/qualitySearch.ts';
import { pointsPerInch } from '../../lib/paper.ts';
import { chunksOf, dataOfChunks } from '../../lib/pngChunks.ts';
import { type PdfDocument, withPage } from '../document.ts';
import { drawnPictures } from '../pageObjects.ts';
import { withMemory } from '../memory.ts';
import { type PdfPicture, pictureOf, type PicturePixels, type PixelSize, pixelsOf } from './pictures.ts';
import { rawStreams } from './streams.ts';

/**
 * Minimum similarity of pages that look the same (`unseen`), and of pages with visible compression artifacts (`harsh`).
 */
export const minSimilarities = { unseen: 0.985, harsh: 0.6 } as const;
/** A picture is scaled down if its width and height exceed the required ones by this factor. */
const tooFine = 1.25;
/** A JPEG is used only if its size is at most this share of the picture's size. */
const worthwhile = 0.9;
/** After this time, the remaining pictures are kept, so that jobs don't take too long. */
const maxMs = 120_000;

export interface RecompressionOptions {
  readonly lossless: boolean;
  /** Maximum resolution in pixels per inch. */
  readonly density: number;
  /** JPEG quality. Unset means visually lossless. */
  readonly quality?: number | undefined;
}

/** Re-encodes the pictures of a document where that makes them smaller. */
export async function recompressPictures(
  context: PDFContext,
  sizes: ReadonlyMap<string, DrawnSize>,
  wanted: RecompressionOptions,
): Promise<void> {
  const deadline = performance.now() + maxMs;
  const pictures = rawStreams(context).flatMap(([ref, stream]) => pictureOf(context, ref, stream) ?? []);
  const masks = masksOf(pictures);
  const isScaled = context
    .enumerateIndirectObjects()
    .some(([, object]) => object instanceof PDFPageLeaf && object.has(PDFName.of('UserUnit')));
  for (const picture of pictures) {
    if (performance.now() > deadline) return;
    const base = masks.get(picture.ref) ?? picture;
    const drawn = isScaled ? undefined : sizes.get(pictureKey(base.stream.contents));
    const isMask = base !== picture;
    const smaller = await recompressed(picture, drawn, isMask, wanted).catch(undefinedIfUnreadable);
    if (smaller) context.assign(picture.ref, smaller);
  }
}

/** Maps opacity masks to the pictures that use them. */
function masksOf(pictures: readonly PdfPicture[]): ReadonlyMap<PDFRef, PdfPicture> {
  return new Map(pictures.flatMap((picture) => (picture.mask ? [[picture.mask, picture] as const] : [])));
}

async function recompressed(
  picture: PdfPicture,
  drawn: DrawnSize | undefined,
  isMask: boolean,
  { lossless, density, quality }: RecompressionOptions,
): Promise<PDFRawStream | undefined> {
  if (lossless && picture.coding === 'jpeg') return undefined;
  const size = lossless ? picture : enoughPixels(picture, drawn, density);
  const pixels = await pixelsOf(picture, size);
  if (pixels === undefined) return undefined;
  const bytes = picture.stream.getContentsSize();
  const deflated =
    picture.coding === 'deflate' ? await deflatedPicture(picture, pixels.png, size) : undefined;
  const least = deflated && deflated.getContentsSize() < bytes ? deflated : undefined;
  const jpeg = lossless || isMask ? undefined : await asJpeg(picture, pixels, size, least, quality);
  return jpeg ?? least;
}

async function asJpeg(
  picture: PdfPicture,
  { png, toEncode }: PicturePixels,
  { width, height }: PixelSize,
  rival: PDFRawStream | undefined,
  quality: number | undefined,
): Promise<PDFRawStream | undefined> {
  const { image, metadata } = await openImage(png);
  const prepare = () => (picture.channels === 1 ? image.clone().toColorspace('b-w') : image.clone());
  const maxBytes = (rival ?? picture.stream).getContentsSize() * worthwhile;
  const jpeg =
    quality === undefined
      ? await searchQuality(
          { source: png, open: prepare, toEncode },
          candidatesFor('jpg', toEncode ? { ...metadata, chromaSubsampling: '4:2:0' } : metadata, false),
          maxBytes,
          // A picture may fill its page, so it must be as similar as pages must be.
          minSimilarities.unseen,
        )
      : await replacePixels(prepare(), toEncode).jpeg({ quality, mozjpeg: true }).toBuffer();
  if (jpeg === undefined || jpeg.length >= maxBytes) return undefined;
  const dict = picture.stream.dict.clone();
  dict.delete(PDFName.of('DecodeParms'));
  dict.set(PDFName.of('Width'), dict.context.obj(width));
  dict.set(PDFName.of('Height'), dict.context.obj(height));
  dict.set(PDFName.of('Filter'), dict.context.obj('DCTDecode'));
  return PDFRawStream.of(dict, jpeg);
}

/** Returns the size in pixels that a picture needs at its drawn size, or its own size if that isn't much larger. */
function enoughPixels(picture: PdfPicture, drawn: DrawnSize | undefined, density: number): PixelSize {
  if (drawn === undefined) return picture;
  const width = Math.max(1, Math.ceil((drawn.width / pointsPerInch) * density));
  const height = Math.max(1, Math.ceil((drawn.height / pointsPerInch) * density));
  const isTooFine = picture.width > width * tooFine && picture.height > height * tooFine;
  return isTooFine ? { width, height } : picture;
}

/** Keeps a picture that can't be read, instead of failing the whole job. */
function undefinedIfUnreadable(error: unknown): undefined {
  if (!isConversionError(error)) throw error;
}

const colorTypes = { gray: 0, rgb: 2, palette: 3 } as const;
/** PNG predictors: each row says which one it uses (ISO 32000-1, table 10). */
const pngPredictors = 15;

/** Compresses pixels losslessly as in a PNG, with a palette if there are few colors. */
async function deflatedPicture(
  { stream, channels }: PdfPicture,
  pixels: Buffer,
  { width, height }: PixelSize,
): Promise<PDFRawStream | undefined> {
  // Thorough compression would take too long, because a document may contain hundreds of pictures.
  const png = await optimizedPng(pixels, width * height, 'usual');
  if (png === undefined) return undefined;
  const chunks = [...chunksOf(png)];
  const header = dataOfChunks(chunks, 'IHDR');
  const [depth, colorType] = [header.readUInt8(8), header.readUInt8(9)];
  const dict = stream.dict.clone();
  if (colorType === colorTypes.palette) usePalette(dict, dataOfChunks(chunks, 'PLTE'));
  // oxipng may reduce RGB to grayscale, which isn't valid in a color space with three components.
  else if (colorType !== (channels === 1 ? colorTypes.gray : colorTypes.rgb)) return undefined;
  const colors = colorType === colorTypes.rgb ? 3 : 1;
  const { context } = dict;
  const predicted = { Predictor: pngPredictors, Colors: colors, BitsPerComponent: depth, Columns: width };
  dict.set(PDFName.of('Width'), context.obj(width));
  dict.set(PDFName.of('Height'), context.obj(height));
  dict.set(PDFName.of('BitsPerComponent'), context.obj(depth));
  dict.set(PDFName.of('Filter'), context.obj('FlateDecode'));
  dict.set(PDFName.of('DecodeParms'), context.obj(predicted));
  dict.delete(PDFName.of('Decode'));
  return PDFRawStream.of(dict, dataOfChunks(chunks, 'IDAT'));
}

/** Adds a palette whose colors are in the picture's original color space. */
function usePalette(dict: PDFDict, palette: Buffer): void {
  const key = PDFName.of('ColorSpace');
  const base = dict.get(key);
  const space = dict.context.obj(['Indexed']);
  if (base) space.push(base);
  space.push(dict.context.obj(palette.length / 3 - 1));
  space.push(PDFHexString.of(palette.toString('hex')));
  dict.set(key, space);
}

/** The largest width and height in points at which a picture is drawn. */
export interface DrawnSize {
  readonly width: number;
  readonly height: number;
}

/** Identifies a picture by the content of its stream. */
function pictureKey(contents: Uint8Array): string {
  return createHash('sha256').update(contents).digest('hex');
}

/** Returns the largest size at which each picture is drawn on the pages. */
export function drawnSizes(document: PdfDocument): ReadonlyMap<string, DrawnSize> {
  const sizes = new Map<string, DrawnSize>();
  for (const index of document.pages) {
    withPage(document, index, (page) => {
      for (const { object, matrix } of drawnPictures(document, page)) {
        const [a, b, c, d] = matrix;
        const key = pictureKey(contentsOf(document, object));
        const known = sizes.get(key);
        sizes.set(key, {
          width: Math.max(known?.width ?? 0, Math.hypot(a, b)),
          height: Math.max(known?.height ?? 0, Math.hypot(c, d)),
        });
      }
    });
  }
  return sizes;
}

function contentsOf({ pdfium }: PdfDocument, object: number): Uint8Array {
  const length = pdfium.FPDFImageObj_GetImageDataRaw(object, 0, 0);
  return withMemory(pdfium, length, (pointer) => {
    pdfium.FPDFImageObj_GetImageDataRaw(object, pointer, length);
    return pdfium.pdfium.HEAPU8.slice(pointer, pointer + length);
  });
}
