import { symlink } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { ownValue } from '../../src/util/ownValue.ts';
import { PythonWorker } from '../../test/support/pythonWorker.ts';
import { inFolder, withFile } from '../../test/support/service/lentFiles.ts';
import { printed } from '../../test/support/service/program.ts';
import type { Pixels } from './comparePixels.ts';
import { formatDecoders, imageMagick, insteadOfImageMagick, type ToPng } from './imagePrograms.ts';
import { decoder, type ReferenceDecoder } from './referenceDecoder.ts';

const pillow = new PythonWorker(path.join(import.meta.dirname, 'pixels.py'));
const factsShape = z.object({
  width: z.number(),
  height: z.number(),
  durations: z.array(z.number()),
  plays: z.number(),
});

/** An animation as shown by another decoder. */
export interface Frames {
  readonly pictures: readonly Pixels[];
  /** The duration of each picture, in milliseconds. */
  readonly durations: readonly number[];
  /** The number of plays; 0 is infinite. */
  readonly plays: number;
}

/** What Pillow, which doesn't use libvips, shows: all frames, or only the first picture, upright. */
export async function byPillow(file: string, all = true): Promise<Frames> {
  const { facts, content } = await pillow.ask({ file, all });
  const { width, height, durations, plays } = factsShape.parse(facts);
  const bytes = width * height * 4;
  const pictures = durations.map((_, index) => {
    return { width, height, rgba: content.subarray(index * bytes, (index + 1) * bytes) };
  });
  return { pictures, durations, plays };
}

async function firstPicture(file: string): Promise<Pixels | undefined> {
  return (await byPillow(file, false)).pictures[0];
}

/** Pillow inverts XBM files, and doesn't support some characters in XPM files. */
const misreadByPillow = new Set(['xbm', 'xpm']);

/** Without these flags, FFmpeg gives the same color to four pixels of 4:2:0. */
const fineColors = 'scale=flags=bilinear+accurate_rnd+full_chroma_int+full_chroma_inp';

/**
 * Programs that read images. Each returns the first picture of a file, upright, with 8 bits per channel and without
 * color profiles; of an icon, the largest picture.
 */
export const pixelDecoders: readonly ReferenceDecoder<Pixels>[] = [
  decoder('Pillow', async (file, format) => (misreadByPillow.has(format) ? undefined : firstPicture(file))),
  viaPng('ImageMagick', (format) =>
    ownValue(insteadOfImageMagick, format)
      ? undefined
      : (file, png) => [
          imageMagick,
          [`${file}[0]`, '-auto-orient', '-colorspace', 'sRGB', '-depth', '8', png],
        ],
  ),
  viaPng('FFmpeg', () => (file, png) => {
    const wanted = ['-frames:v', '1', '-pix_fmt', 'rgba', '-vf', fineColors];
    return ['ffmpeg', ['-v', 'error', '-i', file, ...wanted, png]];
  }),
  // The programs of the formats' own libraries, such as avifdec and djxl.
  viaPng('the format’s own program', (format) => ownValue(formatDecoders, format)),
  // Libheif rotates and crops an AVIF for display, unlike avifdec. Its upright picture still has an orientation.
  viaPng('libheif', (format) =>
    format === 'avif'
      ? (file, png) => [
          'sh',
          ['-c', 'heif-convert "$1" "$2" && "$3" "$2" -strip "$2"', '', file, png, imageMagick],
        ]
      : undefined,
  ),
];

/** A program that writes a PNG, which Pillow reads. Its file has a name that no program interprets as a pattern. */
function viaPng(
  program: string,
  commandFor: (format: string) => ToPng | undefined,
): ReferenceDecoder<Pixels> {
  return decoder(program, async (file, format) => {
    const toPng = commandFor(format);
    if (toPng === undefined) return undefined;
    return inFolder(async (folder) => {
      const [plain, png] = [path.join(folder, `a.${format}`), path.join(folder, 'picture.png')];
      await symlink(path.resolve(file), plain);
      await printed(...toPng(plain, png));
      return firstPicture(png);
    });
  });
}

/** The pixels of our PNG. */
export async function pixelsOf(png: Buffer): Promise<Pixels> {
  const pixels = await withFile(png, 'png', firstPicture);
  if (pixels === undefined) throw new Error('Unreadable PNG');
  return pixels;
}
