import { availableParallelism } from 'node:os';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { fault } from '../../contract/faults/fault.ts';
import { ConversionError, isConversionError } from '../api/conversionError.ts';
import { damaged } from '../api/faults.ts';
import { contentOf, heldIfSmall } from './content.ts';
import { isCutOff } from './gif/blocks.ts';
import { withTransparentCanvas } from './gif/transparentCanvas.ts';
import { checkKind } from './kinds/check.ts';
import { maxPixels, tooManyPixels } from './limits.ts';
import { plainTiff } from './tiff/plainTiff.ts';

/** An image that was looked at but not decoded yet. */
export interface OpenImage {
  readonly image: Sharp;
  readonly metadata: Metadata;
}

const timeoutSeconds = 240;
/** The density at which points, inches and millimeters have the length that CSS gives them. */
const cssDensity = 96;
/** The density at which libvips draws one CSS pixel as one pixel. */
const pixelDensity = 72;
const readable = new Set<string>(['jpeg', 'png', 'webp', 'gif', 'tiff', 'svg', 'heif']);

// A worker's jobs have nothing in common, so what libvips keeps of one is of no use to the next.
sharp.cache(false);
// An uploaded file may name any loader by its content; only those of the catalog are let near it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Svg', 'Heif'].map((name) => `VipsForeignLoad${name}`),
});

/** Has libvips keep so many processors busy from now on, by default all: alone, an AVIF is done in two thirds of the time. */
export function useThreads(threads = availableParallelism()): void {
  sharp.concurrency(threads);
}

/**
 * Opens an image, from a path or from memory, by its content, upright, under limits that a bomb can't pass.
 * @throws ConversionError `conversion.invalid_input`, `conversion.unsupported_kind` or `conversion.limit_exceeded`
 */
export async function openImage(input: string | Uint8Array, options: SharpOptions = {}): Promise<OpenImage> {
  try {
    const whole = await heldIfSmall(input);
    const head = await checkKind(whole);
    const tiff = await plainTiff(whole, options.page ?? 0);
    const gif = head.toString('latin1', 0, 3) === 'GIF' ? await contentOf(whole) : undefined;
    if (gif && isCutOff(gif)) throw damaged('image');
    const file = tiff?.content ?? (gif && withTransparentCanvas(gif)) ?? whole;
    const isSvg = (await sharp(file, { limitInputPixels: false }).metadata()).format === 'svg';
    // From memory an SVG has no place of its own, so nothing that it refers to can be found.
    const content = isSvg ? await plainDrawing(await contentOf(file)) : file;
    const how: SharpOptions = {
      failOn: 'error',
      limitInputPixels: maxPixels,
      autoOrient: true,
      ...(isSvg ? { density: cssDensity } : {}),
      ...options,
      ...(tiff && { page: 0 }),
    };
    const upright = sharp(content, how);
    const metadata = { ...(await upright.metadata()), ...(tiff && { pages: tiff.pages }) };
    // libvips turns no frames: they stay as they lie, and are still told to be turned.
    const moves = options.animated === true && (metadata.pages ?? 1) > 1;
    const opened = moves ? sharp(content, { ...how, autoOrient: false }) : upright;
    if (!readable.has(metadata.format)) throw new Error('unsupported image format');
    if (metadata.width * metadata.height > maxPixels) throw new Error('Input image exceeds pixel limit');
    return { image: opened.timeout({ seconds: timeoutSeconds }), metadata };
  } catch (error) {
    throw imageError(error);
  }
}

/** A packed one stays as it is. */
async function plainDrawing(svg: Buffer): Promise<Buffer> {
  // Its parsers take longer to load than most drawings to draw.
  const { withPlainStyles } = await import('./drawing/plainStyles.ts');
  const text = svg.toString();
  const plain = withPlainStyles(text);
  return plain === text ? svg : Buffer.from(plain);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size at which a browser shows a drawing, which is opened larger than that. */
export function cssSize({ width, height }: Metadata): Size {
  return { width: cssPixels(width), height: cssPixels(height) };
}

function cssPixels(opened: number): number {
  return Math.max(1, Math.round((opened * pixelDensity) / cssDensity));
}

/** Maps libvips's errors, which are only text. */
export function imageError(error: unknown): ConversionError {
  if (isConversionError(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  // The encoder of WebP says only that it can't.
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
