import { writeFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import type { Work } from '../../api/work.ts';
import { writeImage } from '../convert.ts';
import { readsBy, writesBy } from '../formats.ts';
import { imageError } from '../open.ts';
import { type ImageOptions, imageOptions } from '../options.ts';
import { prepare } from '../prepare.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import { iconSizes } from './iconSizes.ts';

/** Converts an image that ImageMagick must read or write; what lies between is up to libvips, as for any image. */
export async function convertByMagick(work: Work): Promise<void> {
  const { from, to, inputPath, outputPath } = work;
  const options = imageOptions.parse(work.options);
  const input = readsBy(from, 'magick') ? await decode(inputPath, from, to) : inputPath;
  if (writesBy(to, 'sharp')) {
    await writeImage(input, { from, to, options, outputPath });
    return;
  }
  const images = to === 'ico' ? await icon(input, from, options) : [await single(input, from, to, options)];
  await writeFile(outputPath, await encode(images, to, options));
}

async function single(
  input: string | Uint8Array,
  from: string,
  to: string,
  options: ImageOptions,
): Promise<Uint8Array> {
  const { image, isAnimation } = await prepare(input, from, to, options);
  return bytes(isAnimation ? image.webp({ lossless: true, effort: 0 }) : image.png({ compressionLevel: 1 }));
}

/** The image in each size of an icon, in the middle of a transparent square. */
async function icon(input: string | Uint8Array, from: string, options: ImageOptions): Promise<Uint8Array[]> {
  const { metadata } = await prepare(input, from, 'ico', options);
  const squares = iconSizes(metadata, options).map(async (side) => {
    const box = { ...options, width: side, height: side, fit: 'contain' } as const;
    return bytes((await prepare(input, from, 'ico', box)).image.png());
  });
  return Promise.all(squares);
}

async function bytes(image: Sharp): Promise<Uint8Array> {
  try {
    return await image.toBuffer();
  } catch (error) {
    throw imageError(error);
  }
}
