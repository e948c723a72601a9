import { availableParallelism } from 'node:os';
import { gunzipSync } from 'node:zlib';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { fault } from '../../contract/fault.ts';
import { ConversionError, damaged, isConversionError } from '../api/conversionError.ts';
import { contentOf, readIfSmall, maxPixels, tooManyPixels } from './content.ts';
import { isCutOff, withTransparentCanvas } from './animation/gif.ts';
import { refuseUnsupported } from './unsupportedVariants.ts';
import { withPngProfile } from './pngProfile.ts';
import { readableTiff } from './tiff/readableTiff.ts';

/** An opened image. Its metadata has been read, but its pixels haven't. */
export interface OpenImage {
  readonly image: Sharp;
  readonly metadata: Metadata;
}

const timeoutSeconds = 240;
const maxDrawingBytes = 100 * 1024 ** 2;
/** Resolution in DPI at which points, inches, and millimeters have the same size as in CSS. */
const cssDensity = 96;
/** Resolution in DPI at which libvips draws one CSS pixel as one pixel. */
const pixelDensity = 72;
const readable = new Set<string>(['jpeg', 'png', 'webp', 'gif', 'tiff', 'svg', 'heif']);

// A worker's jobs have nothing in common, so libvips's cache doesn't help.
sharp.cache(false);
// libvips picks a loader by the content of a file, which is untrusted. Allow only loaders for supported formats.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Svg', 'Heif'].map((name) => `VipsForeignLoad${name}`),
});

/** Sets the number of threads for libvips. With all processors, an AVIF takes two thirds of the time. */
export function useThreads(threads = availableParallelism()): void {
  sharp.concurrency(threads);
}

/**
 * Opens an image, from a path or from memory, and rotates it upright. Detects its format from its content and limits
 * its size as a protection against decompression bombs.
 * @throws ConversionError `conversion.invalid_input`, `conversion.unsupported_kind` or `conversion.limit_exceeded`
 */
export async function openImage(input: string | Uint8Array, options: SharpOptions = {}): Promise<OpenImage> {
  try {
    const whole = await readIfSmall(input);
    const head = await refuseUnsupported(whole);
    const tiff = await readableTiff(whole, options.page ?? 0);
    const gif = head.toString('latin1', 0, 3) === 'GIF' ? await contentOf(whole) : undefined;
    if (gif && isCutOff(gif)) throw damaged('image');
    // Decompressed here with a limit, because libvips would decompress any amount.
    const packed = isPacked(head) ? svgMarkup(await contentOf(whole)) : undefined;
    const file =
      tiff?.content ?? (gif && withTransparentCanvas(gif)) ?? packed ?? (await withPngProfile(whole, head));
    const how: SharpOptions = {
      failOn: 'error',
      limitInputPixels: maxPixels,
      autoOrient: true,
      ...options,
      ...(tiff && { page: 0 }),
    };
    let upright = sharp(file, how);
    let metadata = await upright.metadata();
    if (packed && metadata.format !== 'svg') throw new Error('unsupported image format');
    if (metadata.format === 'svg') {
      // An SVG in memory has no path, so its references to other files can't be resolved.
      upright = sharp(await drawing(await contentOf(file)), { density: cssDensity, ...how });
      metadata = await upright.metadata();
    }
    if (tiff) metadata = { ...metadata, pages: tiff.pages };
    // libvips can't rotate animations, so their orientation tag is kept.
    const moves = options.animated === true && (metadata.pages ?? 1) > 1;
    const opened = moves ? sharp(file, { ...how, autoOrient: false }) : upright;
    if (!readable.has(metadata.format)) throw new Error('unsupported image format');
    if (metadata.width * metadata.height > maxPixels) throw new Error('Input image exceeds pixel limit');
    return { image: opened.timeout({ seconds: timeoutSeconds }), metadata };
  } catch (error) {
    throw imageError(error);
  }
}

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

async function drawing(file: Buffer): Promise<Buffer> {
  // Loaded on demand, because loading the parsers takes longer than opening most images.
  const { readableDrawing } = await import('./drawingBundle.ts');
  return readableDrawing(svgMarkup(file));
}

/** The markup of an SVG file, which may be compressed by gzip. @throws ConversionError */
export function svgMarkup(file: Buffer): Buffer {
  if (!isPacked(file)) return file;
  try {
    return gunzipSync(file, { maxOutputLength: maxDrawingBytes });
  } catch (error) {
    throw error instanceof RangeError
      ? new ConversionError(fault('file.size'), { cause: error })
      : damaged('image', error);
  }
}

/** True for the first bytes of a file that is compressed by gzip. */
function isPacked(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** Returns an SVG's size in a browser. libvips opens it at a larger size. */
export function cssSize({ width, height }: Metadata): ImageSize {
  return { width: cssPixels(width), height: cssPixels(height) };
}

function cssPixels(opened: number): number {
  return Math.max(1, Math.round((opened * pixelDensity) / cssDensity));
}

/** Maps errors of libvips to ours. libvips reports them only as text. */
export function imageError(error: unknown): ConversionError {
  if (isConversionError(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  // "Unable to encode" is the only message of the WebP encoder, so treat it as a lack of memory.
  const outOfMemory = /out of memory|memory allocation|insufficient memory|unable to encode/i;
  if (/exceeds pixel limit|too (?:large|big)|pixel limit/i.test(message) || outOfMemory.test(message)) {
    return tooManyPixels(error);
  }
  if (/timeout/i.test(message)) {
    return new ConversionError(fault('image.time'), { cause: error });
  }
  if (/unsupported image format/i.test(message)) {
    return new ConversionError(fault('image.unreadable'), {
      cause: error,
    });
  }
  return damaged('image', error);
}
