import { type IMagickImage, PixelChannel } from '@imagemagick/magick-wasm';
import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { plainJpeg2000 } from './jpeg2000.ts';
import { hasAlphaMask } from '../unsupportedVariants/bmp.ts';
import { firstPage, isInverted } from '../unsupportedVariants/pcx.ts';
import { withStandardHeaders } from './iconHeaders.ts';
import { removeMatte } from './matte.ts';

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

interface PlainFile {
  readonly file: Buffer;
  readonly format: string;
  /** Corrects the picture that ImageMagick reads from the file. */
  readonly correct?: (image: IMagickImage) => void;
}

/**
 * Returns the file in a form that ImageMagick reads correctly.
 * @throws ConversionError for a variant that it would misread, or RangeError if the file ends too soon
 */
export function plainFile(content: Buffer, from: string): PlainFile {
  switch (from) {
    case 'jp2':
    case 'j2k': {
      const { file, isPremultiplied } = plainJpeg2000(content);
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
      return plainBmp(content);
    case 'tga':
      return {
        file: content,
        format: from,
        correct: (image) => checkAlpha(image, content[tgaBitsAt] === wordBits),
      };
    case 'pcx':
      return plainPcx(content);
    case 'dcx':
      return plainPcx(firstPage(content));
    default:
      return { file: content, format: from };
  }
}

/** Sets the file length in the header, because some programs leave it at zero and ImageMagick requires it. */
function plainBmp(content: Buffer): PlainFile {
  const file = Buffer.from(content);
  file.writeUInt32LE(file.length, bmpLengthAt);
  return { file, format: 'bmp', correct: hasAlphaMask(content) ? (image) => checkAlpha(image) : dropAlpha };
}

function plainPcx(file: Buffer): PlainFile {
  return { file, format: 'pcx', ...(isInverted(file) && { correct: (image) => image.negate() }) };
}

function dropAlpha(image: IMagickImage): void {
  image.hasAlpha = false;
}

/**
 * Ignores alpha if all pixels have an alpha of 0, because some programs write opaque pictures that way. Rejects
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
