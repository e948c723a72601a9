import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findOnPath } from '../command.ts';

const exec = promisify(execFile);
const imageMagick = findOnPath('magick', 'convert-im6.q16', 'convert') ?? 'convert';

/** An image as another decoder than ours sees it: red, green, blue of the first frame, over white. */
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

/** Decodes with ImageMagick; AVIF and SVG with the programs of libavif and librsvg. */
export async function decode(content: Buffer, format: string, background = 'white'): Promise<Raster> {
  return withPlainFile(content, format, async (file) => {
    const flat = `${file}[0]`;
    const { stdout } = await exec(
      imageMagick,
      [
        flat,
        '-background',
        background,
        '-alpha',
        'remove',
        '-alpha',
        'off',
        '-colorspace',
        'sRGB',
        '-depth',
        '8',
        'ppm:-',
      ],
      { encoding: 'buffer', maxBuffer: 1 << 28 },
    );
    return parsePpm(stdout);
  });
}

/** What ImageMagick says of an image. */
export async function inspect(content: Buffer, format: string): Promise<Facts> {
  return withPlainFile(content, format, async (file) => {
    const wanted =
      '%m|%w|%h|%n|%z|%[profile:icc]|%[EXIF:Orientation]|%A|%[fx:int(255*p{0,0}.r)],%[fx:int(255*p{0,0}.g)],%[fx:int(255*p{0,0}.b)],%[fx:int(255*p{0,0}.a)]\n';
    const { stdout } = await exec(imageMagick, [file, '-format', wanted, 'info:']);
    const [
      magick = '',
      width,
      height,
      frames,
      bits,
      profile = '',
      orientation = '',
      alpha = '',
      corner = '',
    ] = (stdout.split('\n')[0] ?? '').split('|');
    return {
      format: magick,
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

/** How alike two images are, in decibels over all samples; infinite when they are equal, 0 when their sizes differ. */
export function psnr(a: Raster, b: Raster): number {
  if (a.width !== b.width || a.height !== b.height) return 0;
  let squares = 0;
  for (const [index, sample] of a.rgb.entries()) squares += (sample - (b.rgb[index] ?? 0)) ** 2;
  return 10 * Math.log10(255 ** 2 / (squares / a.rgb.length));
}

async function withPlainFile<T>(
  content: Buffer,
  format: string,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'raster-'));
  try {
    const file = path.join(folder, `${randomUUID()}.${format}`);
    await writeFile(file, content);
    if (format !== 'avif' && format !== 'svg') return await use(file);
    const png = `${file}.png`;
    if (format === 'avif') await exec('avifdec', [file, png]);
    else await exec('rsvg-convert', ['-o', png, file]);
    return await use(png);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function parsePpm(ppm: Buffer): Raster {
  const header = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.toString('latin1', 0, 64));
  if (!header) throw new Error('ImageMagick wrote no PPM.');
  return { width: Number(header[1]), height: Number(header[2]), rgb: ppm.subarray(header[0].length) };
}

export async function decodeFile(file: string, format: string): Promise<Raster> {
  return decode(await readFile(file), format);
}
