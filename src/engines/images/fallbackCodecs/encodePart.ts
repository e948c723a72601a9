import sharp, { type Sharp } from 'sharp';
import * as z from 'zod/mini';
import { rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { EngineTask, EngineResult } from '../../api/task.ts';
import { type ImageSize, imageError, openImage, useThreads } from '../open.ts';
import { keepMetadataAndDepth, writePreview } from '../picture.ts';
import { compressImage } from '../compress.ts';
import { convertImage } from '../convert.ts';
import { writerOf } from '../formats.ts';
import { readable } from './readable.ts';
import { convertWithFallback } from './convert.ts';

const position = z.int().check(z.minimum(0));
const length = z.int().check(z.minimum(1));

const partOptions = z.object({
  region: z.object({ left: position, top: position, width: length, height: length }),
  scaledTo: z.object({ width: length, height: length }),
  /** Options of the conversion or compression that is tried. */
  settings: z.record(z.string(), z.unknown()),
});

type Settings = z.infer<typeof partOptions>['settings'];

/**
 * Encodes part of an image with the settings of a conversion or compression, and writes the result as a PNG. Encodes
 * strips of the part at the same time if the encoder allows it.
 * @throws ConversionError
 */
export async function encodePart(task: EngineTask): Promise<EngineResult> {
  const { inputPath, outputPath, threads = availableParallelism() } = task;
  const { region, scaledTo, settings } = partOptions.parse(task.options);
  useThreads(threads);
  const { image, metadata } = await openImage(inputPath);
  const scaled = image.extract(region).resize({ ...scaledTo, fit: 'fill' });
  const part =
    metadata.space === 'cmyk' ? scaled : keepMetadataAndDepth(scaled, metadata, { metadata: 'stripAll' });
  const strips = stripsOf(scaledTo, isDivisible(task, settings) ? threads : 1);
  const encoded = await Promise.all(
    strips.map(async (strip) => encodeStrip(part, strip, metadata.hasAlpha, { ...task, options: settings })),
  );
  const raw = { ...scaledTo, channels: metadata.hasAlpha ? 4 : 3 } as const;
  await writePreview(sharp(Buffer.concat(encoded.map(({ pixels }) => pixels)), { raw }), outputPath);
  const encodedBytes = Math.round(encoded.reduce((sum, { bytes }) => sum + bytes, 0));
  return { picture: { ...scaledTo, encodedBytes } };
}

/**
 * Formats whose encoders use a single thread, and encode a row almost independently of distant ones. AVIF isn't one of
 * them, because its encoder uses all threads.
 */
const inStrips: ReadonlySet<string> = new Set(['jpg', 'webp']);

/** A search for the quality would find a different one for each strip. */
function isDivisible({ tool, to }: EngineTask, { quality }: Settings): boolean {
  return inStrips.has(to) && (tool === 'convert' || quality !== undefined);
}

/** Some rows of the part. */
interface Strip extends ImageSize {
  readonly top: number;
  /** The rows to encode: the strip, and some around it, because encoders smooth the borders of blocks. */
  readonly encoded: ImageSize & { readonly left: number; readonly top: number };
}

/** The side of the encoders' usual blocks in pixels, and the number of rows that smoothing reaches. */
const block = 16;
const minStripHeight = 256;

function stripsOf({ width, height }: ImageSize, most: number): Strip[] {
  const count = Math.max(1, Math.min(most, Math.floor(height / minStripHeight)));
  const stripHeight = Math.ceil(height / count / block) * block;
  return Array.from({ length: Math.ceil(height / stripHeight) }, (_, index) => {
    const top = index * stripHeight;
    const bottom = Math.min(height, top + stripHeight);
    const first = Math.max(0, top - block);
    const end = Math.min(height, bottom + block);
    return { width, top, height: bottom - top, encoded: { left: 0, top: first, width, height: end - first } };
  });
}

/** Returns the pixels of an encoded strip, and its size in bytes without the rows around it. */
async function encodeStrip(
  part: Sharp,
  { encoded, ...strip }: Strip,
  hasAlpha: boolean,
  task: EngineTask,
): Promise<{ pixels: Buffer; bytes: number }> {
  const { tool, to, outputPath } = task;
  const [partPath, encodedPath] = [`${outputPath}.${strip.top}.part`, `${outputPath}.${strip.top}.encoded`];
  try {
    // Without compression, because it is read immediately.
    await part.clone().extract(encoded).png({ compressionLevel: 0 }).toFile(partPath);
    const { size: inputBytes } = await stat(partPath);
    const stripWork = { ...task, inputPath: partPath, inputBytes, outputPath: encodedPath };
    if (tool === 'compress') await compressImage({ ...stripWork, from: to });
    else await (writerOf(to) === 'sharp' ? convertImage : convertWithFallback)({ ...stripWork, from: 'png' });
    const { size } = await stat(encodedPath);
    const { image } = await openImage(await readable(encodedPath, to, 'png'));
    const shown = image.extract({ ...strip, left: 0, top: strip.top - encoded.top }).toColorspace('srgb');
    const pixels = await (hasAlpha ? shown.ensureAlpha() : shown.removeAlpha()).raw().toBuffer();
    return { pixels, bytes: (size * strip.height) / encoded.height };
  } catch (error) {
    throw imageError(error);
  } finally {
    await Promise.all([partPath, encodedPath].map(async (file) => rm(file, { force: true })));
  }
}
