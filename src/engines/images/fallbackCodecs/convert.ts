import { writeFile } from 'node:fs/promises';
import type { Sharp, Metadata } from 'sharp';
import type { EngineTask } from '../../api/task.ts';
import { frameDurationMs, frameOf, stripOf } from '../animation/frames.ts';
import { writeImage, prepare } from '../convert.ts';
import { writerOf } from '../formats.ts';
import { type Square, writeIcns } from './icns.ts';
import { maxFrames, tooManyFrames, encode } from '../magick/magick.ts';
import { imageError } from '../open.ts';
import { type ImageOptions, imageOptions } from '../options.ts';
import { readable } from './readable.ts';
import { ownValue } from '../../../util/ownValue.ts';
import { icnsSizes } from './icnsFormat.ts';

/**
 * Converts an image from or to a format that libvips doesn't support. libvips still does everything between reading and
 * writing.
 */
export async function convertWithFallback(task: EngineTask): Promise<void> {
  const { from, to, inputPath, outputPath } = task;
  const options = imageOptions.parse(task.options);
  const input = await readable(inputPath, from, to);
  if (writerOf(to) === 'sharp') {
    await writeImage(input, { from, to, options, outputPath });
    return;
  }
  await writeFile(outputPath, await encoded(input, { from, to, options }));
}

interface Target {
  readonly from: string;
  readonly to: string;
  readonly options: ImageOptions;
}

async function encoded(input: string | Uint8Array, target: Target): Promise<Uint8Array> {
  const { from, to, options } = target;
  if (!isIcon(to)) return encodedPicture(input, target);
  const { metadata } = await prepare(input, from, to, options);
  const squares = await Promise.all(
    iconSizes(to, metadata, options).map(async (side) => square(input, side, target)),
  );
  if (writerOf(to) === 'icns') return writeIcns(squares);
  return encode(
    squares.map(({ png }) => png),
    to,
    options,
    {},
  );
}

async function encodedPicture(
  input: string | Uint8Array,
  { from, to, options }: Target,
): Promise<Uint8Array> {
  const { image, metadata, isAnimation, keptMetadata } = await prepare(input, from, to, options);
  if (!isAnimation) {
    const png = await bytes(plainPng(image));
    return encode([png], to, options, { xmp: keptMetadata.xmp });
  }
  if ((metadata.pages ?? 1) > maxFrames) throw tooManyFrames();
  const frames = await framesOf(image);
  // `frameDurationMs` replaces durations of zero, because JPEG XL decoders merge frames without a duration.
  const delaysMs = frames.map((_, index) => frameDurationMs(metadata.delay?.[index] ?? 0));
  return encode(frames, to, options, keptMetadata, { delaysMs, plays: metadata.loop ?? 0 });
}

async function framesOf(image: Sharp): Promise<Buffer[]> {
  try {
    const strip = await stripOf(image);
    const frames: Buffer[] = [];
    for (let index = 0; index < strip.count; index += 1) {
      frames.push(await plainPng(frameOf(strip, index)).toBuffer());
    }
    return frames;
  } catch (error) {
    throw imageError(error);
  }
}

/** Uses little compression, because the PNG is read immediately. */
function plainPng(image: Sharp): Sharp {
  return image.png({ compressionLevel: 1 });
}

/** Draws an image in one size of an icon, centered in a transparent square. */
async function square(
  input: string | Uint8Array,
  side: number,
  { from, to, options }: Target,
): Promise<Square> {
  const squareOptions = { ...options, width: side, height: side, fit: 'contain' } as const;
  return { side, png: await bytes((await prepare(input, from, to, squareOptions)).image.png()) };
}

async function bytes(image: Sharp): Promise<Buffer> {
  try {
    return await image.toBuffer();
  } catch (error) {
    throw imageError(error);
  }
}

/** Usual sizes of icons: ICO for Windows and browsers, ICNS for macOS. */
const usualSizes: Readonly<Record<string, readonly number[]>> = {
  ico: [16, 24, 32, 48, 64, 128, 256],
  icns: icnsSizes,
};

/** True if files of this format contain the same picture in several sizes. */
function isIcon(to: string): boolean {
  return ownValue(usualSizes, to) !== undefined;
}

/** Returns the requested sizes of an icon, or else the usual ones that aren't larger than the image. */
function iconSizes(
  to: string,
  { width, height, format }: Metadata,
  { sizes }: ImageOptions,
): readonly number[] {
  if (sizes !== undefined) return [...new Set(sizes)].toSorted((a, b) => a - b);
  const side = Math.max(width, height);
  const usual = ownValue(usualSizes, to) ?? [];
  const fitting = usual.filter((size) => format === 'svg' || size <= side);
  if (fitting.length > 0) return fitting;
  return [to === 'icns' ? Math.min(...usual) : side];
}
