import { own } from '../../../util/own.ts';
import { unsupportedKind } from '../../api/faults.ts';
import { alphaSamples, colorings, type Layout } from './layout.ts';
import { hasReader } from './samples.ts';
import { isUnpackable } from './unpack.ts';

/** What reads a picture of a TIFF rightly: libvips, code of ours, or libvips again where a whole JPEG file is inside. */
export type TiffReader = 'libvips' | 'own' | 'oldJpeg';

const oldJpeg = 6;
const jpeg = 7;
const webp = 50001;

/** Compressions that libvips was built with. Of tiles in any other it makes black, and says nothing. */
const compressionsOfLibvips: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, jpeg, 8, 32773, 32946, webp]);

const otherCompressions: Readonly<Record<number, string>> = {
  34661: 'JBIG',
  34676: 'SGI’s LogLuv',
  34677: 'SGI’s LogLuv',
  34712: 'JPEG 2000',
  34887: 'LERC',
  34925: 'LZMA',
  50002: 'JPEG XL',
  52546: 'JPEG XL',
};

const { whiteIsZero, blackIsZero, rgb, palette, inks, yCbCr, cieLab, iccLab } = colorings;

/** @throws ConversionError `conversion.unsupported_kind` where nothing here reads such a picture */
export function readerOf(layout: Layout): TiffReader {
  const { compression } = layout;
  if (compression === oldJpeg) return 'oldJpeg';
  if (isOfLibvips(layout)) return 'libvips';
  if (!isUnpackable(compression)) throw unsupportedKind(nameOfKind(layout));
  if (!isOurs(layout)) throw unsupportedKind(nameOfSamples(layout));
  return 'own';
}

function isOfLibvips(layout: Layout): boolean {
  const { compression, bits, sampleFormat, isPlanar, isTiled, extraSamples, photometric } = layout;
  if (!compressionsOfLibvips.has(compression) || sampleFormat !== 'unsigned') return false;
  if (isPlanar && (isTiled || compression === webp)) return false;
  // Besides alpha, libvips takes anything for it; what a lossy codec has packed, only it can unpack.
  const [first, ...others] = extraSamples;
  const isAlpha = first === undefined || (alphaSamples.includes(first) && others.length === 0);
  if (!isAlpha && compression !== webp) return false;
  switch (photometric) {
    case whiteIsZero:
    case blackIsZero:
      return bits === 8 || bits === 16 || (first === undefined && [1, 2, 4].includes(bits));
    case palette:
      return first === undefined && [1, 2, 4, 8].includes(bits);
    case yCbCr:
      return bits === 8 && !isPlanar && first === undefined && (compression === jpeg || isSubsampled(layout));
    case rgb:
      return bits === 8 || bits === 16;
    case inks:
      return bits === 8 || (bits === 16 && first === undefined);
    default:
      return false;
  }
}

function isOurs(layout: Layout): boolean {
  const { bits, sampleFormat, photometric, extraSamples } = layout;
  if (!hasReader(layout) || !isPredictable(layout)) return false;
  switch (photometric) {
    case whiteIsZero:
      return sampleFormat === 'unsigned';
    case blackIsZero:
    case rgb:
      return true;
    case inks:
      // Of inks with 16 bits libvips drops the transparency.
      return bits <= 8 || !extraSamples.some((each) => alphaSamples.includes(each));
    case palette:
      return sampleFormat === 'unsigned' && bits <= 8;
    case yCbCr:
      return sampleFormat === 'unsigned' && bits === 8 && !isSubsampled(layout);
    case cieLab:
    case iccLab:
      return sampleFormat === 'unsigned' && (bits === 8 || bits === 16);
    default:
      return false;
  }
}

function isSubsampled({ subsampling: [across, down] }: Layout): boolean {
  return across > 1 || down > 1;
}

/** Whether differences, if samples are stored as such, are of a kind that `addUp` and `joinBytes` know. */
function isPredictable({ predictor, bits, sampleFormat }: Layout): boolean {
  if (predictor === 3) return sampleFormat === 'float';
  return predictor === 1 || (predictor === 2 && [8, 16, 32].includes(bits));
}

/** A picture that no decompressor here unpacks so. */
function nameOfKind(layout: Layout): string {
  const { compression, isPlanar } = layout;
  const codec = own(otherCompressions, String(compression));
  if (codec !== undefined) return `A TIFF that is compressed by ${codec}`;
  if (!compressionsOfLibvips.has(compression)) return `A TIFF of compression ${compression}`;
  if (isPlanar) return 'A TIFF that has tiles for each channel and is compressed for photos or faxes';
  return `${nameOfSamples(layout)} and is compressed for photos or faxes`;
}

/** A picture whose samples nothing here reads. */
function nameOfSamples({ bits, sampleFormat, extraSamples, photometric }: Layout): string {
  if (photometric === inks && extraSamples.length > 0)
    return `A TIFF in inks of ${bits} bits with transparency`;
  if (sampleFormat === 'float') return `A TIFF that holds real numbers of ${bits} bits`;
  if (photometric === yCbCr) return 'A TIFF that holds brightness and color differences';
  if (photometric === cieLab || photometric === iccLab)
    return `A TIFF that holds CIELAB colors of ${bits} bits`;
  if (extraSamples.length > 0) return 'A TIFF that holds more channels than those of its colors';
  return `A TIFF that holds ${bits} bits a channel`;
}
