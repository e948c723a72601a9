import {
  ColorSpace,
  type IMagickImage,
  type IMagickImageCollection,
  ImageMagick,
  MagickReadSettings,
} from '@imagemagick/magick-wasm';
import { readFile } from 'node:fs/promises';
import { bufferOf } from '../../../util/bytes.ts';
import { damaged } from '../../api/conversionError.ts';
import { withChunksInFront, xmpChunk } from '../../lib/pngChunks.ts';
import { parseWithinFile } from '../content.ts';
import { writes } from '../formats.ts';
import { refuseUnsupported } from '../unsupportedVariants.ts';
import { type ImageMetadata, jxlMetadata } from '../imageMetadata.ts';
import { magickError, loadMagick, magickName } from './magick.ts';
import { readableFile } from './readableFile.ts';
import { checkTruncation } from './truncation.ts';

/** Formats that contain one picture in several sizes. */
const manySizes = new Set(['ico', 'cur']);

/**
 * Converts a file to a format that libvips can read: to PNG, to TIFF if it is CMYK, or to lossless WebP if it is an
 * animation and the target supports animation.
 * @throws ConversionError
 */
export async function decode(input: string | Buffer, from: string, to: string): Promise<Uint8Array> {
  const content = typeof input === 'string' ? await readFile(input) : input;
  await refuseUnsupported(content, from);
  if (manySizes.has(from)) checkNotEmpty(content);
  const { file, format, correct } = parseWithinFile(() => readableFile(content, from));
  await loadMagick();
  const animated = from === 'jxl' && writes(to, 'animation');
  const settings = new MagickReadSettings({ format: magickName(format) });
  if (!animated && !manySizes.has(from)) {
    // Read only the first image, which is the merged picture in a Photoshop file.
    settings.frameIndex = 0;
    settings.frameCount = 1;
  }
  try {
    const decoded = ImageMagick.readCollection(file, settings, (images) => {
      if (from === 'jxl') copyMetadata(jxlMetadata(content), images[0]);
      for (const image of images) {
        leaveLinearLight(image);
        // Rotate now, because the PNG or WebP that is written doesn't preserve the orientation of a JPEG XL.
        if (from === 'jxl') image.autoOrient();
        correct?.(image);
      }
      return animated && images.length > 1 ? animation(images) : still(largest(images));
    });
    checkTruncation(content, from);
    return decoded;
  } catch (error) {
    throw magickError(error);
  }
}

/** Checked here because ImageMagick reports an icon without pictures as a lack of memory. */
function checkNotEmpty(icon: Buffer): void {
  if (icon.length < 6 || icon.readUInt16LE(4) === 0) throw damaged('image');
}

/** A lossy JPEG XL is decoded to linear light, which its color profile doesn't describe. */
function leaveLinearLight(image: IMagickImage): void {
  if (image.colorSpace !== ColorSpace.RGB) return;
  image.removeProfile('icc');
  image.colorSpace = ColorSpace.sRGB;
}

function largest(images: IMagickImageCollection): IMagickImage {
  return images.reduce((best, each) => (each.width > best.width ? each : best));
}

function copyMetadata(
  { exif, xmp }: Pick<ImageMetadata, 'exif' | 'xmp'>,
  image: IMagickImage | undefined,
): void {
  if (exif) image?.setProfile('exif', Buffer.concat([Buffer.from('Exif\0\0'), exif]));
  if (xmp) image?.setProfile('xmp', xmp);
}

function still(image: IMagickImage): Uint8Array {
  // Use little compression, because the PNG is read immediately.
  image.quality = 10;
  // libvips ignores these chunks, and values from a BMP may be out of range for a PNG.
  image.settings.setDefine('PNG', 'exclude-chunk', 'gAMA,cHRM');
  // Force RGB, because ImageMagick would write gray pixels as grayscale, which doesn't allow an RGB profile.
  if (image.colorSpace === ColorSpace.sRGB && image.hasProfile('icc')) {
    image.settings.setDefine('PNG', 'color-type', image.hasAlpha ? '6' : '2');
  }
  if (image.colorSpace === ColorSpace.CMYK) return image.write('TIFF', copy);
  const png = image.write('PNG', copy);
  // ImageMagick writes XMP into a PNG in a form that other programs don't read.
  const xmp = image.getProfile('xmp')?.data;
  return xmp === undefined ? png : withChunksInFront(bufferOf(png), xmpChunk(xmp));
}

function animation(images: IMagickImageCollection): Uint8Array {
  images.coalesce();
  for (const image of images) image.settings.setDefine('WEBP', 'lossless', true);
  return images.write('WEBP', copy);
}

/** Copies the data, because ImageMagick frees its memory after the call. */
const copy = (data: Uint8Array): Uint8Array => new Uint8Array(data);
