import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { isAnimatedPng } from '../../lib/pngChunks.ts';
import { maxPixels } from '../limits.ts';
import { imageError } from '../open.ts';
import { apngAnimation } from './apng.ts';
import { framesOf } from './frames.ts';
import { upTo } from './still.ts';

const transparent = new Uint8Array(4);

/**
 * An animated PNG, of which libvips reads the first frame only, as a WebP without loss; `undefined` for one that does not
 * move. Its frames are in sRGB by then.
 * @throws ConversionError
 */
export async function movingPng(input: string | Uint8Array): Promise<Uint8Array | undefined> {
  const png = typeof input === 'string' ? await readFile(input) : Buffer.from(input);
  if (!isAnimatedPng(png)) return undefined;
  try {
    const animation = apngAnimation(png);
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
    return await sharp(strip, { raw }).webp(webp).toBuffer();
  } catch (error) {
    throw imageError(error);
  }
}
