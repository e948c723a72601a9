import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AlphaAction, ImageMagick, initializeImageMagick, MagickColors } from '@imagemagick/magick-wasm';
import { once } from '../../../src/util/memoize.ts';
import { root } from '../paths.ts';
import type { Raster } from './raster.ts';

/** An image according to ImageMagick, with its name for the format, such as `JPEG`. */
interface DecodedImage extends Raster {
  readonly format: string;
}

const wasmPath = path.join(root, 'node_modules/@imagemagick/magick-wasm/dist/x86/magick.wasm');
const start = once(async () => initializeImageMagick(await readFile(wasmPath)));

/**
 * Decodes an image with the ImageMagick of npm, which requires no Debian package. It is meant for files that sharp wrote:
 * other images are written by the same ImageMagick, so `decode` in `raster.ts` checks them.
 */
export async function decodedImage(content: Uint8Array): Promise<DecodedImage> {
  await start();
  return ImageMagick.read(content, (image) => {
    const { format, width, height } = image;
    image.backgroundColor = MagickColors.White;
    image.alpha(AlphaAction.Remove);
    const rgb = image.getPixels((pixels) =>
      Buffer.from(pixels.toByteArray(0, 0, width, height, 'RGB') ?? []),
    );
    return { format, width, height, rgb };
  });
}

export async function decodedFile(file: string): Promise<DecodedImage> {
  return decodedImage(await readFile(file));
}

/** Decodes an image, which must have this format. */
export async function decodedAs(format: string, content: Uint8Array): Promise<DecodedImage> {
  const image = await decodedImage(content);
  assert.equal(image.format, format);
  return image;
}
