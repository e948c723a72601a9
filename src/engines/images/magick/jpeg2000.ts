import { type Fault, fault } from '../../../contract/fault.ts';
import { ConversionError, damaged, throwFault } from '../../api/conversionError.ts';
import { isoBox } from '../../lib/isoBoxes.ts';
import { maxPixels, tooManyPixels } from '../content.ts';
import {
  type Codestream,
  isCodestream,
  isSubsampled,
  readCodestream,
  channelKinds,
  type ColorSpace,
  type Definition,
  type Jp2,
  bareCodestream,
  readJp2,
} from './jpeg2000Headers.ts';

/** A JPEG 2000 file with explicit headers for everything that ImageMagick needs. */
interface ReadableJpeg2000 {
  /** The file in JP2 format. */
  readonly file: Buffer;
  /** True if colors are premultiplied by opacity. */
  readonly isPremultiplied: boolean;
}

/** Samples of the largest image with three colors and transparency. */
const maxSamples = 4 * maxPixels;
const sRgb = 16;
const gray = 17;
const sYcc = 18;
/** Number of components in the color spaces that ImageMagick supports (ISO/IEC 15444-1, I.5.3.3). */
const colorCounts = new Map<ColorSpace, number>([
  [sRgb, 3],
  [gray, 1],
  [sYcc, 3],
  ['RGB ', 3],
  ['GRAY', 1],
]);
/** Color spaces that ImageMagick mistakes for sRGB (ISO/IEC 15444-2, M.11.7.3). */
const otherSpaces = new Map<ColorSpace, Fault>([
  [12, fault('jpeg2000.cmyk')],
  ['CMYK', fault('jpeg2000.cmyk')],
  [14, fault('jpeg2000.cielab')],
  ['Lab ', fault('jpeg2000.cielab')],
]);

const signature = Buffer.from('0000000c6a5020200d0a870a', 'hex');
const fileType = isoBox('ftyp', Buffer.from('jp2 \0\0\0\0jp2 ', 'latin1'));

/**
 * Adds headers for properties that the file only implies. Without them, ImageMagick wouldn't treat a fourth channel as
 * transparency, for example.
 * @throws ConversionError `conversion.unsupported_kind` for variants that ImageMagick would misread,
 * `conversion.limit_exceeded`, or `conversion.invalid_input`
 */
export function readableJpeg2000(file: Buffer): ReadableJpeg2000 {
  try {
    const bare = isCodestream(file) ? file : bareCodestream(file);
    return bare ? inBoxes(bare) : withDefinitions(readJp2(file));
  } catch (error) {
    if (error instanceof RangeError) throw damaged('image', error);
    throw error;
  }
}

/**
 * Puts a bare codestream into JP2 boxes. It has no color information, so three components are YCC if some of them are
 * subsampled, and sRGB otherwise.
 */
function inBoxes(bytes: Buffer): ReadableJpeg2000 {
  const codestream = readCodestream(bytes);
  const { width, height, components } = codestream;
  const isYcc = components.length === 3 && isSubsampled(codestream);
  const colorSpace = components.length < 3 ? gray : isYcc ? sYcc : sRgb;
  const sizes = Buffer.alloc(14);
  sizes.writeUInt32BE(height, 0);
  sizes.writeUInt32BE(width, 4);
  sizes.writeUInt16BE(components.length, 8);
  // 0xff means that bit depths are in a separate box. 7 is the only compression type.
  sizes.set([0xff, 7], 10);
  const boxes = [
    { type: 'ihdr', content: sizes },
    { type: 'bpcc', content: Buffer.from(components.map(({ depth }) => depth)) },
    { type: 'colr', content: Buffer.of(1, 0, 0, 0, 0, 0, colorSpace) },
  ];
  return withDefinitions({
    boxes,
    codestream: bytes,
    colorSpace,
    paletteChannels: undefined,
    isPlainPalette: true,
    definitions: undefined,
  });
}

function withDefinitions(jp2: Jp2): ReadableJpeg2000 {
  const codestream = readCodestream(jp2.codestream);
  // The decoder allocates memory for all samples as soon as it has read the header.
  const pixels = codestream.width * codestream.height;
  if (pixels > maxPixels || pixels * codestream.components.length > maxSamples) throw tooManyPixels();
  throwFault(unsupportedReason(jp2, codestream));
  const channels = jp2.paletteChannels ?? codestream.components.length;
  const colors = colorsOf(jp2, channels);
  const definitions = jp2.definitions ?? (channels === colors + 1 ? usualDefinitions(colors) : undefined);
  const opacity = definitions?.find(isOpacity);
  if (opacity !== undefined && opacity.channel !== colors) {
    throw new ConversionError(fault('jpeg2000.opacity'));
  }
  const kept = jp2.boxes
    .filter(({ type }) => type !== 'cdef')
    .map(({ type, content }) => isoBox(type, content));
  const added = definitions === undefined ? [] : [isoBox('cdef', contentOf(definitions))];
  const header = isoBox('jp2h', ...kept, ...added);
  return {
    file: Buffer.concat([signature, fileType, header, isoBox('jp2c', jp2.codestream)]),
    isPremultiplied: opacity?.kind === channelKinds.premultipliedOpacity,
  };
}

function unsupportedReason(
  { colorSpace, isPlainPalette }: Jp2,
  { isAtOrigin }: Codestream,
): Fault | undefined {
  if (colorSpace !== undefined && !colorCounts.has(colorSpace)) {
    return otherSpaces.get(colorSpace) ?? fault('jpeg2000.colors');
  }
  if (!isPlainPalette) return fault('jpeg2000.palette');
  if (!isAtOrigin) return fault('jpeg2000.cutOut');
  return undefined;
}

/** Some programs declare sRGB for images with fewer than three channels. Those images are grayscale. */
function colorsOf({ colorSpace = sRgb }: Jp2, channels: number): number {
  const colors = colorCounts.get(colorSpace) ?? 3;
  return channels < colors ? 1 : colors;
}

function usualDefinitions(colors: number): Definition[] {
  const each = Array.from({ length: colors }, (_, channel) => ({
    channel,
    kind: channelKinds.color,
    color: channel + 1,
  }));
  return [...each, { channel: colors, kind: channelKinds.opacity, color: 0 }];
}

function isOpacity({ kind }: Definition): boolean {
  return kind === channelKinds.opacity || kind === channelKinds.premultipliedOpacity;
}

function contentOf(definitions: readonly Definition[]): Buffer {
  const numbers = definitions.flatMap(({ channel, kind, color }) => [channel, kind, color]);
  const content = Buffer.alloc(2 + numbers.length * 2);
  content.writeUInt16BE(definitions.length, 0);
  for (const [index, number] of numbers.entries()) content.writeUInt16BE(number, 2 + index * 2);
  return content;
}
