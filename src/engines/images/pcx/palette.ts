import { damaged } from '../../api/faults.ts';
import type { Palette } from '../raster/palette.ts';
import type { PcxHeader } from './header.ts';

/** The palette of 256 colors at the end of the file, after a marker byte. */
const fileColorBytes = 256 * 3;
const announcement = 12;

/** The EGA colors, for files without a palette. */
const usualColors = Buffer.from(
  '0000000000aa00aa0000aaaaaa0000aa00aaaa5500aaaaaa5555555555ff55ff5555ffffff5555ff55ffffff55ffffff',
  'hex',
);
const blackAndWhite = Uint8Array.of(0, 0, 0, 255, 255, 255);

/**
 * The palette of a PCX whose rows end at `rowsEnd`.
 * @throws ConversionError if it is missing
 */
export function paletteOf(file: Buffer, header: PcxHeader, rowsEnd: number): Palette {
  const { bits, planes } = header;
  if (bits === 8) return { channels: 3, colors: colorsOfFile(file, header, rowsEnd) };
  return { channels: 3, colors: bits * planes === 1 ? twoColors(header) : colorsOfHeader(header) };
}

function colorsOfFile(file: Buffer, { isGrey }: PcxHeader, rowsEnd: number): Uint8Array {
  const at = file.length - fileColorBytes;
  if (at - 1 >= rowsEnd && file[at - 1] === announcement) return file.subarray(at);
  if (!isGrey) throw damaged('image');
  return Uint8Array.from({ length: fileColorBytes }, (_, index) => Math.floor(index / 3));
}

function colorsOfHeader({ colors }: PcxHeader): Uint8Array {
  return colors.every((sample) => sample === 0) ? usualColors : colors;
}

/**
 * Most one-bit pictures are black and white and have an empty or a default palette; some programs store their two
 * colors there, even with white first.
 */
function twoColors({ colors }: PcxHeader): Uint8Array {
  const two = colors.subarray(0, 6);
  const isOneColor = two.every((sample, at) => sample === two[at % 3]);
  return isOneColor || usualColors.subarray(0, 6).equals(two) ? blackAndWhite : two;
}
