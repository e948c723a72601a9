import {
  ClassType,
  GifDisposeMethod,
  type IMagickImageCollection,
  MagickImageCollection,
} from '@imagemagick/magick-wasm';
import { type ImageOptions, defaultQuality } from '../options.ts';
import type { ImageMetadata } from '../imageMetadata.ts';
import { magickError, loadMagick, magickName } from './magick.ts';

interface Timing {
  /** Duration of each frame in milliseconds. */
  readonly delaysMs: readonly number[];
  /** Number of plays; 0 means infinite. */
  readonly plays: number;
}

/**
 * Encodes images that libvips has prepared: a single one, the frames of an animation, or the sizes of an icon. Adds
 * metadata that ImageMagick wouldn't read from the prepared images.
 * @throws ConversionError
 */
export async function encode(
  prepared: readonly Uint8Array[],
  to: string,
  options: ImageOptions,
  keptMetadata: Pick<ImageMetadata, 'exif' | 'xmp'>,
  timing?: Timing,
): Promise<Uint8Array> {
  await loadMagick();
  const images = MagickImageCollection.create();
  try {
    for (const each of prepared) read(images, each);
    for (const image of images) {
      // In JPEG XL, a quality of 100 is lossless.
      image.quality = options.lossless ? 100 : (options.quality ?? defaultQuality(to));
      // Prevent PCX files with one bit per pixel, which ImageMagick writes inverted.
      if (to === 'pcx' || to === 'dcx') image.classType = ClassType.Direct;
    }
    const [first] = images;
    if (keptMetadata.exif) first?.setProfile('exif', keptMetadata.exif);
    if (keptMetadata.xmp) first?.setProfile('xmp', keptMetadata.xmp);
    if (timing !== undefined) animate(images, timing);
    return images.write(magickName(to), (data) => new Uint8Array(data));
  } catch (error) {
    throw magickError(error);
  } finally {
    images.dispose();
  }
}

/** Sets the timing of an animation, and makes each frame replace the previous one. */
function animate(images: IMagickImageCollection, { delaysMs, plays }: Timing): void {
  for (const [index, image] of images.entries()) {
    image.animationTicksPerSecond = 1000;
    image.animationDelay = delaysMs[index] ?? 0;
    image.animationIterations = plays;
    image.gifDisposeMethod = GifDisposeMethod.Background;
  }
}

function read(images: IMagickImageCollection, content: Uint8Array): void {
  const frames = MagickImageCollection.create(content);
  images.push(...frames);
}
