import { findOnPath } from '../../test/support/command.ts';
import { debianPython } from '../../test/support/debianPython.ts';

/** Debian's ImageMagick, which is a different version than ours. */
export const imageMagick = findOnPath('magick', 'convert-im6.q16', 'convert') ?? 'convert';

type Command = [program: string, args: string[]];
/** A command that converts a file to PNG. */
export type ToPng = (file: string, png: string) => Command;

/** A Python program for icons, because Pillow uses the largest picture by default. */
const largestIcon = 'import sys; from PIL import Image; Image.open(sys.argv[1]).save(sys.argv[2])';

const byFfmpeg: ToPng = (file, png) => ['ffmpeg', ['-v', 'error', '-i', file, '-frames:v', '1', png]];

/** The reference programs for some formats, all of which write PNG. */
export const formatDecoders = {
  avif: (file, png) => ['avifdec', [file, png]],
  heic: (file, png) => ['heif-convert', [file, png]],
  j2k: (file, png) => ['opj_decompress', ['-quiet', '-i', file, '-o', png]],
  jp2: (file, png) => ['opj_decompress', ['-quiet', '-i', file, '-o', png]],
  jxl: (file, png) => ['djxl', [file, png]],
  svg: (file, png) => ['rsvg-convert', ['-o', png, file]],
} as const satisfies Readonly<Record<string, ToPng>>;

const { avif, jxl, svg } = formatDecoders;

/** Commands for formats that ImageMagick can't read correctly. */
export const insteadOfImageMagick: Readonly<Record<string, ToPng>> = {
  avif,
  jxl,
  svg,
  apng: byFfmpeg,
  icns: (file, png) => [debianPython, ['-c', largestIcon, file, png]],
  qoi: byFfmpeg,
  // ImageMagick 6 ignores the position of a TGA's first row.
  tga: byFfmpeg,
};
