import { type IMagickImageCollection, MagickImageCollection } from '@imagemagick/magick-wasm';
import { type ImageOptions, usualQuality } from '../options.ts';
import { magickError } from './faults.ts';
import { loadMagick, magickName } from './magick.ts';

/**
 * Writes what libvips has prepared into a format: one image, the frames of an animation, or the sizes of an icon.
 * @throws ConversionError
 */
export async function encode(
  prepared: readonly Uint8Array[],
  to: string,
  options: ImageOptions,
): Promise<Uint8Array> {
  await loadMagick();
  const images = MagickImageCollection.create();
  try {
    for (const each of prepared) read(images, each);
    for (const image of images) {
      // Of JPEG XL, a hundred is without loss.
      image.quality = options.lossless ? 100 : (options.quality ?? usualQuality(to));
    }
    return images.write(magickName(to), (data) => new Uint8Array(data));
  } catch (error) {
    throw magickError(error);
  } finally {
    images.dispose();
  }
}

function read(images: IMagickImageCollection, content: Uint8Array): void {
  const frames = MagickImageCollection.create(content);
  images.push(...frames);
}
