import sharp from 'sharp';
import { withChunksInFront } from '../../lib/pngChunks.ts';
import { maxPixels } from '../content.ts';
import { pngMetadata, type ImageMetadata, webpWithMetadata } from '../imageMetadata.ts';
import { framesOf, type Animation, stillsWithin } from './frames.ts';

const channels = 4;

/** An animation with its number of plays; 0 means infinite. */
interface FrameSequence extends Animation {
  readonly plays: number;
}

/**
 * Writes an animation as a lossless WebP with this metadata. Converts its colors to sRGB if there is no profile.
 * @throws Error
 */
export async function losslessWebp(
  animation: FrameSequence,
  keptMetadata: ImageMetadata,
): Promise<Uint8Array> {
  const { width, height, plays } = animation;
  const stills = drawable(animation);
  const frame = new Uint8Array(width * height * channels);
  const strip = Buffer.alloc(frame.length * stills.length);
  const delay: number[] = [];
  const background = new Uint8Array(channels);
  for await (const { rgba, durationMs } of framesOf(
    { width, height, stills },
    frame,
    background,
    colorsOf(keptMetadata),
  )) {
    strip.set(rgba, delay.length * rgba.length);
    delay.push(Math.round(durationMs));
  }
  const raw = { width, height: height * stills.length, channels, pageHeight: height } as const;
  const webp = { lossless: true, exact: true, effort: 0, delay, loop: plays };
  return webpWithMetadata(await sharp(strip, { raw }).webp(webp).toBuffer(), animation, keptMetadata);
}

/**
 * Writes an animation as a TIFF with a page per frame and 16 bits per channel. Discards durations.
 * @throws Error
 */
export async function deepTiff(animation: FrameSequence, { icc }: ImageMetadata): Promise<Uint8Array> {
  const { width, height } = animation;
  const stills = drawable(animation);
  const frame = new Uint16Array(width * height * channels);
  const pages: Buffer[] = [];
  const background = new Uint16Array(channels);
  for await (const { rgba } of framesOf({ width, height, stills }, frame, background, colorsOf({ icc }))) {
    const page = sharp(rgba, { raw: { width, height, channels } });
    const png = await page.toColorspace('rgb16').png({ compressionLevel: 1 }).toBuffer();
    pages.push(withChunksInFront(png, pngMetadata({ icc })));
  }
  const all = sharp(pages, { join: { animated: true } }).keepIccProfile();
  return all.toColorspace('rgb16').tiff({ compression: 'none' }).toBuffer();
}

const colorsOf = ({ icc }: ImageMetadata) => (icc ? 'unconverted' : 'sRGB');

function drawable(animation: FrameSequence) {
  const stills = stillsWithin(maxPixels, animation);
  if (stills === undefined) throw new Error('Input image exceeds pixel limit');
  if (stills.length === 0) throw new Error('The animation has no frames');
  return stills;
}
