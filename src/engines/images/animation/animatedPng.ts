import { isAnimatedPng } from '../../lib/pngChunks.ts';
import { contentOf } from '../content.ts';
import { writes } from '../formats.ts';
import { imageError, openImage } from '../open.ts';
import { imageMetadata } from '../imageMetadata.ts';
import { apngAnimation } from './apng.ts';
import { deepTiff, losslessWebp } from './losslessFile.ts';

/**
 * Converts an animated PNG, of which libvips reads only the first frame, to a lossless WebP with the same metadata, or
 * to a TIFF if both the image and the target have 16 bits per channel. Returns `undefined` for a still image.
 * @throws ConversionError
 */
export async function convertAnimatedPng(
  input: string | Uint8Array,
  to: string,
): Promise<Uint8Array | undefined> {
  const png = await contentOf(input);
  if (!isAnimatedPng(png)) return undefined;
  try {
    const { metadata } = await openImage(png);
    const isDeep = metadata.depth === 'ushort' && writes(to, 'depth');
    return await (isDeep ? deepTiff : losslessWebp)(apngAnimation(png), imageMetadata(metadata));
  } catch (error) {
    throw imageError(error);
  }
}
