import { isAnimatedPng } from '../../lib/pngChunks.ts';
import { contentOf } from '../content.ts';
import { imageError } from '../open.ts';
import { apngAnimation } from './apng.ts';
import { losslessWebp } from './losslessWebp.ts';

/**
 * An animated PNG, of which libvips reads the first frame only, as a WebP without loss; `undefined` for one that does not
 * move. Its frames are in sRGB by then.
 * @throws ConversionError
 */
export async function movingPng(input: string | Uint8Array): Promise<Uint8Array | undefined> {
  const png = await contentOf(input);
  if (!isAnimatedPng(png)) return undefined;
  try {
    return await losslessWebp(apngAnimation(png));
  } catch (error) {
    throw imageError(error);
  }
}
