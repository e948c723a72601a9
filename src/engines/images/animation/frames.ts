import { imageError, openImage } from '../open.ts';
import { Canvas, type Samples } from './canvas.ts';
import { frameDurationMs } from './frameDuration.ts';
import type { Animation, Still } from './still.ts';

/** An animation frame as it is displayed. */
export interface Frame<Depth extends Samples = Uint8Array> {
  /** RGBA samples, which are overwritten when the next frame is requested. */
  readonly rgba: Depth;
  readonly durationMs: number;
}

/** Colors are converted to sRGB, or kept unchanged along with the color profile. */
type Colors = 'sRGB' | 'unconverted';

/**
 * Draws the stills of an animation one by one into `samples`, at their bit depth, starting with a canvas of the
 * `background` pixel.
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

/** Returns the RGBA samples of a still. */
async function pixelsOf({ file, width, height }: Still, colors: Colors, isDeep: boolean): Promise<Samples> {
  const ignoreIcc = colors === 'unconverted';
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
