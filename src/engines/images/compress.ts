import { copyFile, writeFile } from 'node:fs/promises';
import type { Work } from '../api/work.ts';
import { imageOptions } from './options.ts';
import { smallerImage } from './smallerImage.ts';

/** Makes an image smaller. Where that fails, the output is the source byte for byte, so it is never larger. */
export async function compressImage({ from, options, inputPath, outputPath }: Work): Promise<void> {
  const smaller = await smallerImage(inputPath, from, imageOptions.parse(options));
  await (smaller === undefined ? copyFile(inputPath, outputPath) : writeFile(outputPath, smaller));
}
