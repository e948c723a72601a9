import { imageError, openImage } from '../open.ts';
import { Canvas } from './canvas.ts';
import { shownMs } from './shownMs.ts';
import type { Animation, Still } from './still.ts';

/** What is to be seen for a while. */
export interface Frame {
  /** Red, green, blue and alpha of each pixel, until the next frame is asked for. */
  readonly rgba: Uint8Array;
  readonly durationMs: number;
}

/** Draws the stills of an animation one after the other; `background` is a pixel. @throws ConversionError */
export async function* framesOf(
  { width, height, stills }: Animation,
  background: Uint8Array,
): AsyncGenerator<Frame> {
  const canvas = new Canvas(width, height, background);
  for (const still of stills) {
    const before = still.disposal === 'restore' ? canvas.rgba.slice() : undefined;
    canvas.draw(still, await pixelsOf(still), still.blends);
    yield { rgba: canvas.rgba, durationMs: shownMs(still.durationMs) };
    if (still.disposal === 'clear') canvas.clear(still);
    if (before) canvas.rgba.set(before);
  }
}

/** Red, green, blue and alpha. */
async function pixelsOf({ file, width, height }: Still): Promise<Uint8Array> {
  const { image, metadata } = await openImage(file(), { autoOrient: false });
  if (metadata.width !== width || metadata.height !== height) throw imageError('Another size was told.');
  try {
    return await image.toColorspace('srgb').ensureAlpha().raw().toBuffer();
  } catch (error) {
    throw imageError(error);
  }
}
