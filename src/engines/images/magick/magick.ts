import {
  ConfigurationFiles,
  initializeImageMagick,
  MagickFormat,
  ResourceLimits,
  GifDisposeMethod,
  type IMagickImageCollection,
  MagickImageCollection,
} from '@imagemagick/magick-wasm';
import wasmFile from '@imagemagick/magick-wasm/magick.wasm';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { ownValue } from '../../../util/ownValue.ts';
import { fault } from '../../../contract/fault.ts';
import { ConversionError, isConversionError, damaged } from '../../api/conversionError.ts';
import { sources, targets } from '../formats.ts';
import { maxPixels, tooManyPixels } from '../content.ts';
import { type ImageOptions, defaultQuality } from '../options.ts';
import type { ImageMetadata } from '../imageMetadata.ts';

/** ImageMagick names that aren't just the uppercase name of our format. */
const otherNames: Readonly<Record<string, MagickFormat>> = { jpg: 'JPEG' };

/** Maximum number of frames in animations that ImageMagick writes. */
export const maxFrames = 1000;
const maxSidePixels = 65_535;
const maxBytes = 1_500_000_000;
const maxProfileBytes = 32 * 1024 * 1024;

/** Supported formats that ImageMagick isn't used for. */
const unknown: ReadonlySet<string> = new Set(['svg', 'icns']);

export function magickName(format: string): MagickFormat {
  const name = ownValue(otherNames, format) ?? format.toUpperCase();
  const known = Object.values(MagickFormat).find((each) => each === name);
  if (known === undefined) throw new Error(`Format not supported by ImageMagick: ${format}`);
  return known;
}

let loaded: Promise<void> | undefined;

/**
 * Loads ImageMagick on the first call, which takes about 200 ms. It gets no disk space and may only use image formats.
 */
export async function loadMagick(): Promise<void> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<void> {
  const configuration = ConfigurationFiles.default;
  configuration.policy.data = policy();
  const packed = await readFile(path.join(import.meta.dirname, wasmFile));
  await initializeImageMagick(await promisify(brotliDecompress)(packed), configuration);
  ResourceLimits.width = BigInt(maxSidePixels);
  ResourceLimits.height = BigInt(maxSidePixels);
  ResourceLimits.area = BigInt(maxPixels);
  ResourceLimits.memory = BigInt(maxBytes);
  ResourceLimits.maxMemoryRequest = BigInt(maxBytes);
  ResourceLimits.maxProfileSize = BigInt(maxProfileBytes);
  ResourceLimits.listLength = BigInt(maxFrames);
  ResourceLimits.disk = 0n;
}

/** Disables scripts, drawing commands, URLs, and every coder that isn't for one of our formats. */
function policy(): string {
  const known = [...new Set([...sources, ...targets])].filter((format) => !unknown.has(format));
  const lines = ['coder', 'delegate', 'filter']
    .map((domain) => `<policy domain="${domain}" rights="none" pattern="*"/>`)
    .concat('<policy domain="path" rights="none" pattern="@*"/>')
    .concat(`<policy domain="coder" rights="read | write" pattern="{${known.map(magickName).join(',')}}"/>`);
  return `<policymap>${lines.join('')}</policymap>`;
}

export function tooManyFrames(cause?: unknown): ConversionError {
  return new ConversionError(fault('image.frames'), { cause });
}

/** Maps errors of ImageMagick to ours. ImageMagick reports them only as text. */
export function magickError(error: unknown): ConversionError {
  if (isConversionError(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (/WidthOrHeightExceedsLimit|ResourceLimit|MemoryAllocation|limit ?exceeded|exhausted/i.test(message)) {
    return tooManyPixels(error);
  }
  if (/ListLengthExceedsLimit/i.test(message)) {
    return tooManyFrames(error);
  }
  return damaged('image', error);
}

interface Timing {
  /** Duration of each frame in milliseconds. */
  readonly delaysMs: readonly number[];
  /** Number of plays; 0 means infinite. */
  readonly plays: number;
}

/**
 * Encodes images that libvips has prepared: a single one, the frames of an animation, or the sizes of an icon. Adds
 * metadata that ImageMagick wouldn't read from the prepared images.
 * @throws ConversionError
 */
export async function encode(
  prepared: readonly Uint8Array[],
  to: string,
  options: ImageOptions,
  keptMetadata: Pick<ImageMetadata, 'exif' | 'xmp'>,
  timing?: Timing,
): Promise<Uint8Array> {
  await loadMagick();
  const images = MagickImageCollection.create();
  try {
    for (const each of prepared) read(images, each);
    for (const image of images) {
      // In JPEG XL, a quality of 100 is lossless.
      image.quality = options.lossless ? 100 : (options.quality ?? defaultQuality(to));
    }
    const [first] = images;
    if (keptMetadata.exif) first?.setProfile('exif', keptMetadata.exif);
    if (keptMetadata.xmp) first?.setProfile('xmp', keptMetadata.xmp);
    if (timing !== undefined) animate(images, timing);
    return images.write(magickName(to), (data) => new Uint8Array(data));
  } catch (error) {
    throw magickError(error);
  } finally {
    images.dispose();
  }
}

/** Sets the timing of an animation, and makes each frame replace the previous one. */
function animate(images: IMagickImageCollection, { delaysMs, plays }: Timing): void {
  for (const [index, image] of images.entries()) {
    image.animationTicksPerSecond = 1000;
    image.animationDelay = delaysMs[index] ?? 0;
    image.animationIterations = plays;
    image.gifDisposeMethod = GifDisposeMethod.Background;
  }
}

function read(images: IMagickImageCollection, content: Uint8Array): void {
  const frames = MagickImageCollection.create(content);
  images.push(...frames);
}
