import sharp, { type Sharp } from 'sharp';
import { imageError, openImage } from '../../images/open.ts';
import { pngChunk, pngSignature } from '../../lib/pngChunks.ts';
import type { PdfPicture } from './pictures.ts';
import { plainContents } from './streams.ts';

const colorTypes = { 1: 0, 3: 2 } as const;
/** Little compression, because this PNG is only an intermediate result. */
const quick = { compressionLevel: 1 } as const;

/** The target size of a picture in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the pixels of a picture as a PNG, scaled down if the picture is larger than `size`. Ignores color profiles in
 * a JPEG, because the PDF defines the meaning of its samples.
 * @throws ConversionError if the pixels can't be read
 */
export async function pixelsOf(picture: PdfPicture, size: PixelSize): Promise<Buffer | undefined> {
  try {
    const image = await opened(picture);
    if (image === undefined) return undefined;
    const isSmaller = size.width < picture.width || size.height < picture.height;
    const fitted = isSmaller ? image.resize({ ...size, fit: 'fill' }) : image;
    const space = picture.channels === 1 ? 'b-w' : 'srgb';
    return await fitted.toColorspace(space).png(quick).toBuffer();
  } catch (error) {
    throw imageError(error);
  }
}

async function opened(picture: PdfPicture): Promise<Sharp | undefined> {
  const { width, height, channels, coding, isPredicted, stream } = picture;
  if (coding === 'jpeg' || isPredicted) {
    const file = coding === 'jpeg' ? Buffer.from(stream.contents) : asPng(picture);
    const { image, metadata } = await openImage(file, { autoOrient: false, ignoreIcc: true });
    const isExpected =
      metadata.width === width && metadata.height === height && metadata.channels === channels;
    return isExpected ? image : undefined;
  }
  const samples = plainContents(stream);
  if (samples === undefined || samples.length < width * height * channels) return undefined;
  return sharp(samples.subarray(0, width * height * channels), { raw: { width, height, channels } });
}

/** Wraps deflated rows with PNG predictors as a PNG, because PNG stores them the same way (ISO 32000-1, 7.4.4.4). */
function asPng({ width, height, channels, stream }: PdfPicture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  header.writeUInt8(colorTypes[channels], 9);
  const data = { IHDR: header, IDAT: stream.contents, IEND: Buffer.alloc(0) };
  const chunks = Object.entries(data).map(([name, each]) => pngChunk(name, each));
  return Buffer.concat([pngSignature, ...chunks]);
}
