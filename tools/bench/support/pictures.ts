import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { sample } from '../../../test/support/service/fixtures.ts';

const photo = sample('coffee.jpg');

/** A separate folder inside the folder of the run. */
export async function newFolder(): Promise<string> {
  return mkdtemp(path.join(os.tmpdir(), 'bench-'));
}

/** A photo of this size with camera grain, because an enlarged photo would be easy to encode. */
export async function photoOf(width: number, height: number, format: 'jpg' | 'webp'): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const grain = await sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const image = sharp(photo)
    .resize(width, height, { fit: 'fill' })
    .composite([{ input: grain, blend: 'soft-light' }]);
  const encoded = format === 'jpg' ? image.jpeg({ quality: 92 }) : image.webp({ quality: 92 });
  return encoded.toBuffer();
}

/** URIs of this many copies of a file, by default a photo, in a new folder. */
export async function copiesOf(content: Uint8Array, count: number, extension = 'jpg'): Promise<string[]> {
  const folder = await newFolder();
  const files = Array.from({ length: count }, (_, index) => path.join(folder, `${index}.${extension}`));
  for (const file of files) await writeFile(file, content);
  return files.map((file) => pathToFileURL(file).href);
}
