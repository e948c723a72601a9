import { type PDFContext, PDFName, PDFPageLeaf, PDFRawStream, type PDFRef } from '@cantoo/pdf-lib';
import { isConversionError } from '../../api/conversionError.ts';
import { candidatesFor } from '../../images/encodingCandidates.ts';
import { searchQuality } from '../../images/qualitySearch.ts';
import { openImage } from '../../images/open.ts';
import { pointsPerInch } from '../../lib/paper.ts';
import { deflatedPicture } from './deflatedPicture.ts';
import { type DrawnSize, pictureKey } from './drawnSizes.ts';
import { minSimilarities } from './visualSimilarity.ts';
import { type PdfPicture, pictureOf } from './pictures.ts';
import { type PixelSize, pixelsOf } from './pixels.ts';
import { rawStreams } from './traversal.ts';

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
  const deflated = picture.coding === 'deflate' ? await deflatedPicture(picture, pixels, size) : undefined;
  const least = deflated && deflated.getContentsSize() < bytes ? deflated : undefined;
  const jpeg = lossless || isMask ? undefined : await asJpeg(picture, pixels, size, least, quality);
  return jpeg ?? least;
}

async function asJpeg(
  picture: PdfPicture,
  pixels: Buffer,
  { width, height }: PixelSize,
  rival: PDFRawStream | undefined,
  quality: number | undefined,
): Promise<PDFRawStream | undefined> {
  const open = async () => openImage(pixels);
  const { metadata } = await open();
  const prepare = async () => {
    const { image } = await open();
    return picture.channels === 1 ? image.toColorspace('b-w') : image;
  };
  const maxBytes = (rival ?? picture.stream).getContentsSize() * worthwhile;
  const jpeg =
    quality === undefined
      ? await searchQuality(
          pixels,
          candidatesFor('jpg', metadata, false),
          prepare,
          maxBytes,
          // A picture may fill its page, so it must be as similar as pages must be.
          minSimilarities.unseen,
        )
      : await (await prepare()).jpeg({ quality, mozjpeg: true }).toBuffer();
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
