import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const sidePixels = 48;

/** A small valid PNG: a color gradient without transparency, 8 bits per channel. */
export function tinyPng(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(sidePixels, 0);
  header.writeUInt32BE(sidePixels, 4);
  // Bit depth 8, color type 2 (RGB); no interlacing.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(scanlines())),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A tiny PNG with half of its pixel data overwritten: it looks like a PNG but can't be decoded. */
export function damagedPng(): Buffer {
  const png = tinyPng();
  const pixelsAt = png.indexOf('IDAT') + 4;
  return Buffer.concat([png.subarray(0, pixelsAt + 8), Buffer.alloc(64, 0xff)]);
}

/** Rows of pixels, each after a byte that means "unfiltered". */
function scanlines(): Buffer {
  const row = 1 + sidePixels * 3;
  const pixels = Buffer.alloc(row * sidePixels);
  for (let y = 0; y < sidePixels; y += 1) {
    for (let x = 0; x < sidePixels; x += 1) {
      pixels.set([x * 5, y * 5, (x + y) * 2], y * row + 1 + x * 3);
    }
  }
  return pixels;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  frame.set(body, 4);
  frame.writeUInt32BE(crc32(body), frame.length - 4);
  return frame;
}
