import { execFile } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { own } from '../../src/util/own.ts';
import { findOnPath } from '../../test/support/command.ts';
import { PythonWorker } from '../../test/support/pythonWorker.ts';
import { inFolder, withFile } from '../../test/support/service/lentFiles.ts';
import { formatDecoders, imageMagick, insteadOfImageMagick } from './imagePrograms.ts';
import type { ReferenceDecoder } from './referenceDecoder.ts';
import { type Pixels, pixelsOfPams } from './pam.ts';

const exec = promisify(execFile);
const output = { encoding: 'buffer', maxBuffer: 1 << 30 } as const;

const pillow = new PythonWorker(path.join(import.meta.dirname, 'pixels.py'));
const sizeShape = z.object({ width: z.number(), height: z.number() });

/** Formats that contain one picture in several sizes. */
const manySizes: ReadonlySet<string> = new Set(['ico', 'cur']);

/** Pillow inverts XBM files, and doesn't support some characters in XPM files. */
const misreadByPillow: ReadonlySet<string> = new Set(['xbm', 'xpm']);

/** Without these flags, FFmpeg gives the same color to four pixels of 4:2:0. */
const fineColors = 'scale=flags=bilinear+accurate_rnd+full_chroma_int+full_chroma_inp';

type Read = (file: string, format: string) => Promise<Pixels | undefined>;

/**
 * Programs that read images. Each returns the first picture of a file, upright, with 8 bits per channel and without
 * color profiles; of an icon, the largest picture.
 */
export const pixelDecoders: readonly ReferenceDecoder<Pixels>[] = [
  decoder('Pillow', undefined, async (file, format) =>
    misreadByPillow.has(format) ? undefined : byPillow(file),
  ),
  decoder('ImageMagick', imageMagick, byImageMagick),
  decoder('FFmpeg', 'ffmpeg', byFfmpeg),
  // The programs of the formats' own libraries, such as avifdec and djxl.
  decoder('the format’s own program', undefined, bySpecialist),
];

/** Uses libheif, which rotates and crops an AVIF for display, unlike avifdec. */
export const turningDecoder: ReferenceDecoder<Pixels> = decoder(
  'libheif',
  'heif-convert',
  async (file, format) =>
    format === 'avif'
      ? withPlainName(file, format, async (plain) => {
          const [png, bare] = [`${plain}.png`, `${plain}.bare.png`];
          await exec('heif-convert', [plain, png]);
          // The upright picture still has its orientation tag.
          await exec(imageMagick, [png, '-strip', bare]);
          return byPillow(bare);
        })
      : undefined,
);

/** The pixels of our PNG, according to Pillow, which doesn't use libvips. */
export async function pixelsOf(png: Buffer): Promise<Pixels> {
  const pixels = await withFile(png, 'png', byPillow);
  if (pixels === undefined) throw new Error('Unreadable PNG');
  return pixels;
}

function decoder(program: string, command: string | undefined, read: Read): ReferenceDecoder<Pixels> {
  return {
    program,
    isInstalled: () => command === undefined || path.isAbsolute(command) || findOnPath(command) !== undefined,
    read: async (file, format) => {
      try {
        return await read(file, format);
      } catch {
        return undefined;
      }
    },
  };
}

async function byPillow(file: string): Promise<Pixels> {
  const { facts, content } = await pillow.ask({ file });
  return { ...sizeShape.parse(facts), max: 255, rgba: content };
}

async function byImageMagick(file: string, format: string): Promise<Pixels | undefined> {
  if (own(insteadOfImageMagick, format) !== undefined) return undefined;
  return withPlainName(file, format, async (plain) => {
    const wanted = manySizes.has(format) ? plain : `${plain}[0]`;
    const args = [wanted, '-auto-orient', '-colorspace', 'sRGB', '-depth', '8', 'pam:-'];
    return largest(pixelsOfPams((await exec(imageMagick, args, output)).stdout));
  });
}

async function byFfmpeg(file: string, format: string): Promise<Pixels | undefined> {
  return withPlainName(file, format, async (plain) => {
    const wanted = ['-frames:v', '1', '-pix_fmt', 'rgba', '-vf', fineColors];
    const args = ['-v', 'error', '-i', plain, ...wanted, '-c:v', 'pam', '-f', 'image2pipe', '-'];
    return largest(pixelsOfPams((await exec('ffmpeg', args, output)).stdout));
  });
}

async function bySpecialist(file: string, format: string): Promise<Pixels | undefined> {
  const toPng = own(formatDecoders, format);
  if (toPng === undefined) return undefined;
  return withPlainName(file, format, async (plain) => {
    const png = `${plain}.png`;
    await exec(...toPng(plain, png));
    return byPillow(png);
  });
}

function largest(pictures: readonly Pixels[]): Pixels | undefined {
  return pictures.toSorted((a, b) => b.width - a.width)[0];
}

/** Lends the file under a name that no program interprets, for example as a frame number. */
async function withPlainName<T>(
  file: string,
  format: string,
  use: (plain: string) => Promise<T>,
): Promise<T> {
  return inFolder(async (folder) => {
    const plain = path.join(folder, `a.${format}`);
    await symlink(path.resolve(file), plain);
    return use(plain);
  });
}
