import { imageError, openImage } from '../image/open.ts';
import { damagedMedia } from '../media/faults.ts';
import { Canvas } from './canvas.ts';
import type { Animation, Still } from './still.ts';

/** A moment of a film. */
export interface Frame {
  /** Red, green and blue of each pixel, until the next frame is asked for. */
  readonly rgb: Uint8Array;
  readonly durationMs: number;
}

/** Browsers take it for nothing when a picture is to be shown no longer than this. */
const shortestMs = 10;
const usualMs = 100;

/** Draws the stills of an animation one after the other; `background` is a red, a green and a blue. @throws ConversionError */
export async function* framesOf(
  { width, height, stills }: Animation,
  background: Uint8Array,
): AsyncGenerator<Frame> {
  const canvas = new Canvas(width, height, background);
  for (const still of stills) {
    const before = still.disposal === 'restore' ? canvas.rgb.slice() : undefined;
    canvas.draw(still, await pixelsOf(still), still.blends);
    const { durationMs } = still;
    yield { rgb: canvas.rgb, durationMs: durationMs > shortestMs ? durationMs : usualMs };
    if (still.disposal === 'clear') canvas.clear(still);
    if (before) canvas.rgb.set(before);
  }
}

/** Red, green, blue and alpha. */
async function pixelsOf({ file, width, height }: Still): Promise<Uint8Array> {
  const { image, metadata } = await openImage(file(), { autoOrient: false });
  if (metadata.width !== width || metadata.height !== height) throw damagedMedia();
  try {
    return await image.toColourspace('srgb').ensureAlpha().raw().toBuffer();
  } catch (error) {
    throw imageError(error);
  }
}
