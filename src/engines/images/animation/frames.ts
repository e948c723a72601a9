import { imageError, openImage } from '../open.ts';
import { Canvas, type Samples } from './canvas.ts';
import { frameDurationMs } from './frameDuration.ts';
import type { Animation, Still } from './still.ts';

/** A displayed image and its duration. */
export interface Frame<Depth extends Samples = Uint8Array> {
  /** The RGBA samples, valid until the next frame is requested. */
  readonly rgba: Depth;
  readonly durationMs: number;
}

/** In sRGB, or unconverted if the profile is kept. */
type Colors = 'sRGB' | 'as they stand';

/**
 * Draws the stills of an animation one by one onto a frame's samples, at their depth; `background` is a pixel.
 * @throws ConversionError
 */
export async function* framesOf<Depth extends Samples>(
  { width, height, stills }: Animation,
  samples: Depth,
  background: Depth,
  colors: Colors = 'sRGB',
): AsyncGenerator<Frame<Depth>> {
  const canvas = new Canvas(width, height, samples, background);
  const isDeep = samples instanceof Uint16Array;
  for (const still of stills) {
    const before = still.disposal === 'restore' ? canvas.rgba.slice() : undefined;
    canvas.draw(still, await pixelsOf(still, colors, isDeep), still.blends);
    yield { rgba: canvas.rgba, durationMs: frameDurationMs(still.durationMs) };
    if (still.disposal === 'clear') canvas.clear(still);
    if (before) canvas.rgba.set(before);
  }
}

/** RGBA. */
async function pixelsOf({ file, width, height }: Still, colors: Colors, isDeep: boolean): Promise<Samples> {
  const ignoreIcc = colors === 'as they stand';
  const { image, metadata } = await openImage(file(), { autoOrient: false, ignoreIcc });
  if (metadata.width !== width || metadata.height !== height)
    throw imageError('The frames have another size than the header.');
  const rgba = image.toColorspace(isDeep ? 'rgb16' : 'srgb').ensureAlpha();
  try {
    if (!isDeep) return await rgba.raw().toBuffer();
    const { buffer, byteOffset, length } = await rgba.raw({ depth: 'ushort' }).toBuffer();
    return new Uint16Array(buffer, byteOffset, length / 2);
  } catch (error) {
    throw imageError(error);
  }
}
