import sharp from 'sharp';
import { maxPixels } from '../limits.ts';
import { framesOf } from './frames.ts';
import { type Animation, upTo } from './still.ts';

const transparent = new Uint8Array(4);

/** An animation as a WebP without loss, in sRGB; `plays` is how often it is shown, 0 for ever. @throws Error */
export async function losslessWebp(animation: Animation & { readonly plays: number }): Promise<Uint8Array> {
  const { width, height, plays } = animation;
  const stills = upTo(maxPixels, animation);
  if (stills === undefined) throw new Error('Input image exceeds pixel limit');
  if (stills.length === 0) throw new Error('There are no frames.');
  const strip = Buffer.alloc(width * height * transparent.length * stills.length);
  const delay: number[] = [];
  for await (const { rgba, durationMs } of framesOf({ width, height, stills }, transparent)) {
    strip.set(rgba, delay.length * rgba.length);
    delay.push(Math.round(durationMs));
  }
  const raw = { width, height: height * stills.length, channels: 4, pageHeight: height } as const;
  const webp = { lossless: true, exact: true, effort: 0, delay, loop: plays };
  return sharp(strip, { raw }).webp(webp).toBuffer();
}
