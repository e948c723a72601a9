import { deflateSync } from 'node:zlib';
import type { Sharp } from 'sharp';
import type { PagePicture } from './picture.ts';

const bitsPerByte = 8;
const middleGray = 0x80;

/** Converts an image to black and white, with one bit per pixel. */
export async function bilevelPicture(image: Sharp): Promise<PagePicture> {
  const { data, info } = await image
    .toColorspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  // Each row begins with a byte for its predictor. It stays 0, which means none.
  const rowBytes = 1 + Math.ceil(width / bitsPerByte);
  const rows = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[y * width + x] ?? 0) < middleGray) continue;
      const at = y * rowBytes + 1 + Math.floor(x / bitsPerByte);
      rows[at] = (rows[at] ?? 0) | (middleGray >> (x % bitsPerByte));
    }
  }
  return {
    width,
    height,
    bits: 1,
    colors: 'DeviceGray',
    coding: 'png',
    data: deflateSync(rows, { level: 9 }),
  };
}
