import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { uint16, uint32 } from '../../../src/engines/lib/bigEndian.ts';
import { pngChunk } from '../../../src/engines/lib/pngChunks.ts';
import { type TiffTags, tiffOf } from '../formats/tiffBuilder.ts';

const maxPsdSide = 30_000;

/** Intact images that contain a truncated JPEG: in one strip, or in the second of two strips. */
export async function withCutJpegs(): Promise<readonly (readonly [name: string, file: Buffer])[]> {
  const [width, height] = [64, 64];
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const whole = await sharp({ create: { width, height, channels: 3, background: '#777', noise } })
    .jpeg()
    .toBuffer();
  const cut = whole.subarray(0, whole.length / 2);
  const color: TiffTags = { 256: width, 258: [8, 8, 8], 262: 6, 277: 3, 278: height };
  const places = { 273: [8, 8 + whole.length], 279: [whole.length, cut.length] };
  return [
    ['strip.tiff', tiffOf({ ...color, 257: height, 259: 7 }, cut)],
    ['strips.tiff', tiffOf({ ...color, ...places, 257: height * 2, 259: 7 }, Buffer.concat([whole, cut]))],
  ];
}

/** Images of a few bytes that claim this many pixels per side. */
export const pixelBombs: Readonly<Record<string, (side: number) => Buffer>> = {
  png: (side) => png(side, deflateSync(Buffer.alloc(1_000_000))),
  psd: (side) =>
    Buffer.concat([
      text('8BPS\0\x01'),
      Buffer.alloc(6),
      uint16(3),
      uint32(Math.min(side, maxPsdSide), Math.min(side, maxPsdSide)),
      uint16(8, 3),
      uint32(0, 0, 0),
      Buffer.alloc(100),
    ]),
  tga: (side) =>
    Buffer.concat([
      Buffer.from([0, 0, 10]),
      Buffer.alloc(9),
      le16(side, side),
      Buffer.from([24, 0]),
      Buffer.alloc(1200, 0xff),
    ]),
  ico: (side) => {
    const image = png(side, deflateSync(Buffer.alloc(1000)));
    return Buffer.concat([le16(0, 1, 1), Buffer.alloc(4), le16(1, 32), le32(image.length, 22), image]);
  },
  icns: (side) => {
    const image = png(side, deflateSync(Buffer.alloc(1000)));
    return Buffer.concat([
      text('icns'),
      uint32(image.length + 16),
      text('ic10'),
      uint32(image.length + 8),
      image,
    ]);
  },
  ppm: (side) => text(`P6 ${side} ${side} 255\nabc`),
  qoi: (side) =>
    Buffer.concat([
      text('qoif'),
      uint32(side, side),
      Buffer.from([4, 0]),
      Buffer.alloc(100_000, 0xfd),
      Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]),
    ]),
  xpm: (side) => text(`/* XPM */\nstatic char *a[] = {"${side} ${side} 1 1","a c #000000","aaa"};`),
  tiff: (side) => {
    const fields = [
      [256, side],
      [257, side],
      [258, 8],
      [262, 1],
      [273, 8],
      [278, side],
      [279, 8],
    ].map(([tag = 0, value = 0]) => Buffer.concat([le16(tag, 4), le32(1, value)]));
    return Buffer.concat([text('II*\0'), le32(16), Buffer.alloc(8), le16(fields.length), ...fields, le32(0)]);
  },
};

/** A picture on which every frame sets one pixel. */
export function gifOfFrames(count: number, side: number): Buffer {
  const frames = Array.from({ length: count }, (_, number) =>
    Buffer.concat([
      Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c]),
      le16(number % side, Math.floor(number / side) % side, 1, 1),
      Buffer.from([0, 2, 2, 0x4c, 1, 0]),
    ]),
  );
  const screen = [text('GIF89a'), le16(side, side), Buffer.from([0x80, 0, 0, 255, 0, 0, 0, 0, 255])];
  return Buffer.concat([...screen, ...frames, Buffer.from([0x3b])]);
}

/** A photo whose container declares another size. */
export function heicOfSize(photo: Buffer, side: number): Buffer {
  const heic = Buffer.from(photo);
  for (let at = heic.indexOf('ispe'); at >= 0; at = heic.indexOf('ispe', at + 1)) {
    heic.set(uint32(side, side), at + 8);
  }
  return heic;
}

function png(side: number, rows: Buffer): Buffer {
  return Buffer.concat([
    text('\x89PNG\r\n\x1a\n'),
    pngChunk('IHDR', Buffer.concat([uint32(side, side), Buffer.from([8, 0, 0, 0, 0])])),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const text = (latin1: string): Buffer => Buffer.from(latin1, 'latin1');
const le16 = (...numbers: number[]): Buffer => uint16(...numbers).swap16();
const le32 = (...numbers: number[]): Buffer => uint32(...numbers).swap32();
