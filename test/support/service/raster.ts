import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ownValue } from '../../../src/util/ownValue.ts';
import { imageMagick, insteadOfImageMagick } from '../../../tools/referenceDecoders/imagePrograms.ts';
import { withFile } from './lentFiles.ts';
import { printed, printedText } from './program.ts';

/** An image according to another decoder: red, green, and blue of the first frame, over white. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly rgb: Buffer;
}

export interface Facts {
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly bitsPerSample: number;
  readonly profile: string;
  readonly orientation: string;
  readonly hasAlpha: boolean;
  /** The red, green, blue and alpha of the pixel at the top left, 0 to 255. */
  readonly corner: readonly number[];
}

/** Decodes with ImageMagick, or with specialized programs for formats that it can't read correctly. */
export async function decode(content: Buffer, format: string, background = 'white'): Promise<Raster> {
  return withPlainFile(content, format, async (file) => {
    // The largest size in an icon comes last.
    const flat = `${file}[${format === 'ico' ? -1 : 0}]`;
    const opaque = ['-background', background, '-alpha', 'remove', '-alpha', 'off'];
    const plain = ['-colorspace', 'sRGB', '+set', 'comment', '-depth', '8'];
    return rasterOfPpm(await printed(imageMagick, [flat, ...opaque, ...plain, 'ppm:-']));
  });
}

/** ImageMagick's description of an image. */
export async function inspect(content: Buffer, format: string): Promise<Facts> {
  return withPlainFile(content, format, async (file) => {
    const wanted =
      '%m|%w|%h|%n|%z|%[profile:icc]|%[EXIF:Orientation]|%A|%[fx:int(255*p{0,0}.r)],%[fx:int(255*p{0,0}.g)],%[fx:int(255*p{0,0}.b)],%[fx:int(255*p{0,0}.a)]\n';
    const lines = await printedText(imageMagick, [file, '-format', wanted, 'info:']);
    const [format = '', width, height, frames, bits, ...texts] = (lines.split('\n')[0] ?? '').split('|');
    const [profile = '', orientation = '', alpha = '', corner = ''] = texts;
    return {
      format,
      width: Number(width),
      height: Number(height),
      frames: Number(frames),
      bitsPerSample: Number(bits),
      profile,
      orientation,
      hasAlpha: !/^(?:False|Undefined|Off)$/i.test(alpha),
      corner: corner.split(',').map(Number),
    };
  });
}

/** The similarity of two images, in decibels over all samples; infinite if they are equal, 0 if their sizes differ. */
export function psnr(a: Raster, b: Raster): number {
  if (a.width !== b.width || a.height !== b.height) return 0;
  let squares = 0;
  // Iterating over entries would be twenty times slower for millions of them.
  for (let at = 0; at < a.rgb.length; at += 1) {
    const difference = (a.rgb[at] ?? 0) - (b.rgb[at] ?? 0);
    squares += difference * difference;
  }
  return 10 * Math.log10(255 ** 2 / (squares / a.rgb.length));
}

/** The top left part of a raster, with the size of another one. */
export function cropped({ width, rgb }: Raster, size: Pick<Raster, 'width' | 'height'>): Raster {
  const rows = Array.from({ length: size.height }, (_, row) =>
    rgb.subarray(row * width * 3, (row * width + size.width) * 3),
  );
  return { width: size.width, height: size.height, rgb: Buffer.concat(rows) };
}

const decoded = new Map<string, Promise<Raster>>();

/** Like `decode`, with a cache for repeated requests. */
export async function decodeOnce(content: Buffer, format: string): Promise<Raster> {
  const key = `${format} ${createHash('sha256').update(content).digest('hex')}`;
  const raster = decoded.get(key) ?? decode(content, format);
  decoded.set(key, raster);
  return raster;
}

const blockPixels = 8;

/**
 * Reduces an image to grays or to black and white. For black and white, the means of blocks are compared, because
 * dithering preserves them.
 */
export function inContrast(raster: Raster, keeps: readonly string[]): Raster {
  if (keeps.includes('color')) return raster;
  const { width, height, rgb } = raster;
  const luma = Buffer.alloc(width * height);
  for (let at = 0; at < luma.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(at * 3, at * 3 + 3);
    luma[at] = Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  }
  const grey = { width, height, rgb: luma };
  return keeps.includes('shades') ? grey : blockMeans(grey);
}

/** A raster with fewer pixels, each the mean of those that it covers. */
export function shrunk({ width, height, rgb }: Raster, columns: number, rows: number): Raster {
  const means = Buffer.alloc(columns * rows * 3);
  for (let at = 0; at < means.length; at += 1) {
    const [x, y] = [Math.floor(at / 3) % columns, Math.floor(at / 3 / columns)];
    const [left, right] = [(x * width) / columns, ((x + 1) * width) / columns];
    const [top, bottom] = [(y * height) / rows, ((y + 1) * height) / rows];
    let [sum, area] = [0, 0];
    for (let row = Math.floor(top); row < bottom; row += 1) {
      for (let column = Math.floor(left); column < right; column += 1) {
        const covered =
          (Math.min(row + 1, bottom) - Math.max(row, top)) *
          (Math.min(column + 1, right) - Math.max(column, left));
        sum += covered * (rgb[(row * width + column) * 3 + (at % 3)] ?? 0);
        area += covered;
      }
    }
    means[at] = Math.round(sum / area);
  }
  return { width: columns, height: rows, rgb: means };
}

function blockMeans({ width, height, rgb }: Raster): Raster {
  const [columns, rows] = [Math.floor(width / blockPixels), Math.floor(height / blockPixels)];
  const means = Buffer.alloc(columns * rows);
  for (let at = 0; at < means.length; at += 1) {
    const start = Math.floor(at / columns) * blockPixels * width + (at % columns) * blockPixels;
    let sum = 0;
    for (let row = 0; row < blockPixels; row += 1) {
      for (const sample of rgb.subarray(start + row * width, start + row * width + blockPixels))
        sum += sample;
    }
    means[at] = Math.round(sum / blockPixels ** 2);
  }
  return { width: columns, height: rows, rgb: means };
}

async function withPlainFile<T>(
  content: Buffer,
  format: string,
  use: (file: string) => Promise<T>,
): Promise<T> {
  return withFile(content, format, async (file) => {
    const toPng = ownValue(insteadOfImageMagick, format);
    if (toPng === undefined) return use(file);
    const png = `${file}.png`;
    await printed(...toPng(file, png));
    return use(png);
  });
}

/** @throws if this isn't a PPM with 8 bits */
export function rasterOfPpm(ppm: Buffer): Raster {
  const header = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.toString('latin1', 0, 64));
  if (!header) throw new Error('Not a PPM file');
  return { width: Number(header[1]), height: Number(header[2]), rgb: ppm.subarray(header[0].length) };
}

/** All pictures of a file as PNGs, by ImageMagick. */
export async function picturesOf(content: Buffer, format: string): Promise<Buffer[]> {
  return withPlainFile(content, format, async (file) => {
    await printed(imageMagick, [file, '+adjoin', `${file}-%03d.png`]);
    const names = (await readdir(path.dirname(file))).filter((name) => name.endsWith('.png')).toSorted();
    return Promise.all(names.map((name) => readFile(path.join(path.dirname(file), name))));
  });
}

/** The image in another format, as written by ImageMagick. */
export async function converted(content: Buffer, from: string, to: string): Promise<Buffer> {
  return withPlainFile(content, from, async (file) => {
    await printed(imageMagick, [file, `${file}.${to}`]);
    return readFile(`${file}.${to}`);
  });
}

export async function decodeFile(file: string, format: string): Promise<Raster> {
  return decode(await readFile(file), format);
}
