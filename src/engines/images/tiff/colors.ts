import type { Directory } from './directory.ts';
import { colorings, type Layout } from './layout.ts';
import type { Levels } from './pixels.ts';

type Triple = readonly [number, number, number];
type ToRgb = (sample: Triple) => Triple;

/** Converts levels in colors that libvips can't read to RGB; others stay unchanged. */
export function withPlainColors(levels: Levels, layout: Layout, directory: Directory): Levels {
  switch (layout.photometric) {
    case colorings.palette:
      return fromPalette(levels, layout.bits, directory.numbers(320));
    case colorings.yCbCr:
      return mapped(levels, fromYCbCr(directory));
    case colorings.cieLab:
      return mapped(levels, (sample) => labToRgb(cieLab(sample, levels.highest), levels.highest));
    case colorings.iccLab:
      return mapped(levels, (sample) => labToRgb(iccLab(sample, levels.highest), levels.highest));
    default:
      return levels;
  }
}

function mapped(levels: Levels, toRgb: ToRgb): Levels {
  const { data, channels, highest } = levels;
  for (let at = 0; at < data.length; at += channels) {
    const color = toRgb([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]);
    for (const [index, level] of color.entries()) {
      data[at + index] = Math.min(highest, Math.max(0, Math.round(level)));
    }
  }
  return levels;
}

/** The reds of all colors come first, then the greens, then the blues, with 16 bits each (TIFF 6.0, section 5). */
function fromPalette(levels: Levels, bits: number, palette: readonly number[]): Levels {
  const colors = 2 ** bits;
  // Some programs write 8 bits, as before the standard.
  const divisor = palette.some((each) => each > 0xff) ? 257 : 1;
  const channels = levels.channels + 2;
  const data = new Uint8Array((levels.data.length / levels.channels) * channels);
  for (let from = 0, to = 0; to < data.length; from += levels.channels, to += channels) {
    // The value read is a level, one per color.
    const color = Math.round(((levels.data[from] ?? 0) / levels.highest) * (colors - 1));
    for (let index = 0; index < 3; index += 1) {
      data[to + index] = Math.round((palette[index * colors + color] ?? 0) / divisor);
    }
    if (levels.channels > 1) data[to + 3] = (levels.data[from + 1] ?? 0) / (levels.highest / 0xff);
  }
  return { ...levels, channels, highest: 0xff, data };
}

/** TIFF 6.0, section 21, for eight bits. */
function fromYCbCr(directory: Directory): ToRgb {
  const [red = 0.299, green = 0.587, blue = 0.114] = directory.numbers(529);
  const [black = 0, white = 255, zeroB = 128, mostB = 255, zeroR = 128, mostR = 255] = directory.numbers(532);
  return ([y, cb, cr]) => {
    const luma = ((y - black) * 255) / (white - black);
    const blueDifference = ((cb - zeroB) * 127) / (mostB - zeroB);
    const redDifference = ((cr - zeroR) * 127) / (mostR - zeroR);
    const r = redDifference * (2 - 2 * red) + luma;
    const b = blueDifference * (2 - 2 * blue) + luma;
    return [r, (luma - blue * b - red * r) / green, b];
  };
}

/** Its chroma is signed (TIFF 6.0, section 23). */
function cieLab([l, a, b]: Triple, highest: number): Triple {
  const [half, unit] = [(highest + 1) / 2, (highest + 1) / 256];
  const signed = (level: number): number => (level >= half ? level - highest - 1 : level) / unit;
  return [(l * 100) / highest, signed(a), signed(b)];
}

/** Its chroma begins at -128 (Adobe Photoshop TIFF Technical Notes; ICC.1, lut8 and lut16). */
function iccLab([l, a, b]: Triple, highest: number): Triple {
  const unit = (highest + 1) / 256;
  return [(l * 100) / (255 * unit), a / unit - 128, b / unit - 128];
}

/** The white point of CIELAB in TIFFs and color profiles, D50, and its conversion to sRGB's, D65 (Bradford). */
const whiteD50: Triple = [0.9642, 1, 0.8251];
const xyzToRgb: readonly Triple[] = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
];

function labToRgb([l, a, b]: Triple, highest: number): Triple {
  const y = (l + 16) / 116;
  const [whiteX, whiteY, whiteZ] = whiteD50;
  const xyz: Triple = [whiteX * cubed(y + a / 500), whiteY * cubed(y), whiteZ * cubed(y - b / 200)];
  const level = (row: Triple | undefined): number => {
    if (row === undefined) return 0;
    return encoded(row[0] * xyz[0] + row[1] * xyz[1] + row[2] * xyz[2]) * highest;
  };
  return [level(xyzToRgb[0]), level(xyzToRgb[1]), level(xyzToRgb[2])];
}

function cubed(root: number): number {
  return root > 6 / 29 ? root ** 3 : (root - 4 / 29) * (108 / 841);
}

/** The transfer curve of sRGB (IEC 61966-2-1). */
function encoded(light: number): number {
  if (light <= 0) return 0;
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}
