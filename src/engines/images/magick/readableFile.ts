import { type IMagickImage, PixelChannel, ColorSpace } from '@imagemagick/magick-wasm';
import { fault } from '../../../contract/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { hasAlphaMask } from '../bitmapVariants.ts';
import { readableJpeg2000 } from './jpeg2000.ts';
import { withStandardHeaders } from './iconHeaders.ts';

/**
 * Offset of the color mode in a Photoshop file. Only in RGB mode does ImageMagick remove the white background from the
 * colors.
 */
const photoshopModeAt = 25;
const photoshopRgb = 3;
const bmpLengthAt = 2;
/** A Targa pixel with 16 bits has 15 color bits and one attribute bit. */
const [tgaBitsAt, wordBits] = [16, 16];
const rowsAtOnce = 64;

interface ReadableFile {
  readonly file: Buffer;
  readonly format: string;
  /** Corrects the picture that ImageMagick reads from the file. */
  readonly correct?: (image: IMagickImage) => void;
}

/**
 * Returns the file in a form that ImageMagick reads correctly.
 * @throws ConversionError for a variant that it would misread, or RangeError if the file ends too soon
 */
export function readableFile(content: Buffer, from: string): ReadableFile {
  switch (from) {
    case 'jp2':
    case 'j2k': {
      const { file, isPremultiplied } = readableJpeg2000(content);
      return {
        file,
        format: 'jp2',
        ...(isPremultiplied && { correct: (image) => removeMatte(image, 'nothing') }),
      };
    }
    case 'psd':
    case 'psb': {
      const isRgb = content[photoshopModeAt] === photoshopRgb;
      return {
        file: content,
        format: from,
        ...(!isRgb && { correct: (image) => removeMatte(image, 'paper') }),
      };
    }
    case 'ico':
    case 'cur':
      return { file: withStandardHeaders(content), format: from };
    case 'bmp':
      return readableBmp(content);
    case 'tga':
      return {
        file: content,
        format: from,
        correct: (image) => checkAlpha(image, content[tgaBitsAt] === wordBits),
      };
    default:
      return { file: content, format: from };
  }
}

/** Sets the file length in the header, because some programs leave it at zero and ImageMagick requires it. */
function readableBmp(content: Buffer): ReadableFile {
  const file = Buffer.from(content);
  file.writeUInt32LE(file.length, bmpLengthAt);
  return { file, format: 'bmp', correct: hasAlphaMask(content) ? (image) => checkAlpha(image) : dropAlpha };
}

function dropAlpha(image: IMagickImage): void {
  image.hasAlpha = false;
}

/**
 * Ignores alpha if all pixels have an alpha of 0, because some programs write full pictures that way. Rejects
 * pictures that use a single alpha bit: some programs treat it as opacity, and others as transparency.
 */
function checkAlpha(image: IMagickImage, isOneBit = false): void {
  if (!image.hasAlpha) return;
  const { width, height, channelCount } = image;
  const levels = new Set<number>();
  const isDone = (): boolean => !isOneBit && [...levels].some(Boolean);
  // Read the pixels directly, because ImageMagick's statistics take longer than the rest of the conversion.
  image.getPixels((pixels) => {
    const alphaAt = pixels.getChannelIndex(PixelChannel.Alpha);
    for (let top = 0; top < height && !isDone(); top += rowsAtOnce) {
      const area = pixels.getArea(0, top, width, Math.min(rowsAtOnce, height - top));
      for (let at = alphaAt; at < area.length; at += channelCount) levels.add(area[at] ?? 0);
    }
  });
  if (isOneBit && levels.size > 1) throw new ConversionError(fault('tga.alpha'));
  if (levels.size === 1 && levels.has(0)) dropAlpha(image);
}

const full = 255;

/**
 * Removes the background that is mixed into the colors of partly transparent pixels: `nothing` for premultiplied
 * colors, or white `paper`.
 */
function removeMatte(image: IMagickImage, matte: 'nothing' | 'paper'): void {
  if (!image.hasAlpha) return;
  const { width, height, channelCount, colorSpace } = image;
  // White is the maximum value of RGB and gray, but 0 in CMYK, which measures ink.
  const level = matte === 'paper' && colorSpace !== ColorSpace.CMYK ? full : 0;
  image.getPixels((pixels) => {
    // The colors are the channels before alpha. Additional channels come after it.
    const colors = pixels.getChannelIndex(PixelChannel.Alpha);
    for (let top = 0; top < height; top += rowsAtOnce) {
      const rows = Math.min(rowsAtOnce, height - top);
      const area = pixels.getArea(0, top, width, rows);
      for (let at = 0; at < area.length; at += channelCount) unmix(area, at, at + colors, level);
      pixels.setArea(0, top, width, rows, area);
    }
  });
}

function unmix(area: Uint8Array, start: number, alphaAt: number, level: number): void {
  const alpha = area[alphaAt] ?? 0;
  if (alpha === 0 || alpha === full) return;
  for (let at = start; at < alphaAt; at += 1) {
    const color = level + (((area[at] ?? 0) - level) * full) / alpha;
    area[at] = Math.min(full, Math.max(0, Math.round(color)));
  }
}
