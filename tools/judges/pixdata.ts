import type { Pixels } from './pam.ts';

const headerBytes = 24;
const withAlpha = 2;

/** The picture in what `gdk-pixbuf-pixdata` writes: big-endian numbers, and rows that may be longer than the picture. */
export function pixelsOfPixdata(pixdata: Buffer): Pixels {
  const rowBytes = pixdata.readUInt32BE(12);
  const [width, height] = [pixdata.readUInt32BE(16), pixdata.readUInt32BE(20)];
  const channels = pixdata.readUInt8(11) === withAlpha ? 4 : 3;
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const at = headerBytes + Math.floor(pixel / width) * rowBytes + (pixel % width) * channels;
    rgba.set(pixdata.subarray(at, at + channels), pixel * 4);
  }
  return { width, height, max: 255, rgba };
}
