import { type Fault, fault } from '../../../contract/fault.ts';
import { ownValue } from '../../../util/ownValue.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { alphaSamples, colorings, jpeg, type Layout } from './layout.ts';
import { hasReader } from './pixels.ts';
import { isUnpackable } from './compression.ts';

/**
 * The code that reads a TIFF picture correctly: libvips, or our own reader. Our build of ImageMagick isn't an
 * alternative, because it keeps 8 bits per channel, silently clips values beyond white, and can't read Zstandard.
 */
type TiffReader = 'libvips' | 'own';

const webp = 50001;

/** Compressions that our build of libvips supports. For all others, it silently returns black tiles. */
const compressionsOfLibvips: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, jpeg, 8, 32773, 32946, webp]);

const otherCompressions: Readonly<Record<number, string>> = {
  34661: 'JBIG',
  34676: 'LogLuv',
  34677: 'LogLuv',
  34712: 'JPEG 2000',
  34887: 'LERC',
  34925: 'LZMA',
  50002: 'JPEG XL',
  52546: 'JPEG XL',
};

const { whiteIsZero, blackIsZero, rgb, palette, inks, yCbCr, cieLab, iccLab } = colorings;

/** @throws ConversionError `conversion.unsupported_kind` if neither libvips nor our own code can read the picture */
export function readerOf(layout: Layout): TiffReader {
  const { compression } = layout;
  if (isOfLibvips(layout)) return 'libvips';
  if (!isUnpackable(compression)) throw new ConversionError(unsupportedReason(layout));
  if (!isOurs(layout)) throw new ConversionError(unsupportedSamplesReason(layout));
  return 'own';
}

function isOfLibvips(layout: Layout): boolean {
  const { compression, bits, sampleFormat, isPlanar, isTiled, extraSamples, photometric } = layout;
  if (!compressionsOfLibvips.has(compression) || sampleFormat !== 'unsigned') return false;
  if (isPlanar && (isTiled || compression === webp)) return false;
  // libvips treats every extra sample as alpha. Lossy WebP is allowed anyway, because only libvips can decompress it.
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
      // Our reader writes 16-bit CMYK for libvips, which drops its alpha.
      return bits <= 8 || !extraSamples.some((each) => alphaSamples.includes(each));
    case palette:
      return sampleFormat === 'unsigned' && bits <= 8;
    default:
      return false;
  }
}

function isSubsampled({ subsampling: [across, down] }: Layout): boolean {
  return across > 1 || down > 1;
}

/** True if there is no predictor, or one that `decodePredictor` or `decodeFloatPredictor` supports. */
function isPredictable({ predictor, bits, sampleFormat }: Layout): boolean {
  if (predictor === 3) return sampleFormat === 'float';
  return predictor === 1 || (predictor === 2 && [8, 16, 32].includes(bits));
}

/** Returns the fault for an unsupported compression or layout. */
function unsupportedReason({ compression, isPlanar }: Layout): Fault {
  const codec = ownValue(otherCompressions, String(compression));
  if (codec !== undefined) return fault('tiff.codec', codec);
  if (!compressionsOfLibvips.has(compression)) return fault('tiff.compression', String(compression));
  return isPlanar ? fault('tiff.tiles') : fault('tiff.packedSamples');
}

/** Returns the fault for unsupported samples. */
function unsupportedSamplesReason({ bits, sampleFormat, extraSamples, photometric }: Layout): Fault {
  if (photometric === inks && extraSamples.length > 0) return fault('tiff.inksWithAlpha', bits);
  if (sampleFormat === 'float') return fault('tiff.realNumbers', bits);
  if (photometric === yCbCr) return fault('tiff.differences');
  if (photometric === cieLab || photometric === iccLab) return fault('tiff.cielab');
  if (extraSamples.length > 0) return fault('tiff.channels');
  return fault('tiff.bits', bits);
}
