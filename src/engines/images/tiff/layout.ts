import { type Fault, fault } from '../../../contract/fault.ts';
import { ConversionError, damaged } from '../../api/conversionError.ts';
import type { Directory } from './directory.ts';

/** The layout of a picture's samples, as its tags describe it (TIFF 6.0, sections 3, 8, 15 and 18). */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly photometric: number;
  readonly compression: number;
  readonly predictor: number;
  /** Bits per sample, which is the same for all channels. */
  readonly bits: number;
  readonly sampleFormat: SampleFormat;
  /** Number of samples per pixel: the color samples, followed by `extraSamples`. */
  readonly samples: number;
  readonly extraSamples: readonly number[];
  /** True if each channel is stored separately. */
  readonly isPlanar: boolean;
  readonly isTiled: boolean;
  /** Size of a tile or strip in pixels. */
  readonly segmentWidth: number;
  readonly segmentHeight: number;
  /** True if the bits of each byte are reversed. */
  readonly isBitReversed: boolean;
  /** Number of pixels that share a chroma sample, horizontally and vertically. */
  readonly subsampling: readonly [number, number];
  readonly bigEndian: boolean;
}

type SampleFormat = 'unsigned' | 'float';

/** Sample formats by their number in a TIFF. The undefined format, 4, is read as unsigned. */
const sampleFormats: Readonly<Record<number, SampleFormat>> = { 1: 'unsigned', 3: 'float', 4: 'unsigned' };

/** Unsupported sample formats. There is no common way to map negative numbers to brightness. */
const otherSampleFormats: Readonly<Record<number, Fault>> = {
  2: fault('tiff.signed'),
  5: fault('tiff.complex'),
  6: fault('tiff.complex'),
};

export const colorings = {
  whiteIsZero: 0,
  blackIsZero: 1,
  rgb: 2,
  palette: 3,
  inks: 5,
  yCbCr: 6,
  cieLab: 8,
  iccLab: 9,
} as const;

/** Number of color samples for each photometric interpretation. */
const colorSamples: Readonly<Record<number, number>> = {
  [colorings.whiteIsZero]: 1,
  [colorings.blackIsZero]: 1,
  [colorings.palette]: 1,
  [colorings.rgb]: 3,
  [colorings.inks]: 4,
  [colorings.yCbCr]: 3,
  [colorings.cieLab]: 3,
  [colorings.iccLab]: 3,
};

/** True if the picture is grayscale or black and white. */
export function isGray({ photometric }: Layout): boolean {
  return photometric === colorings.whiteIsZero || photometric === colorings.blackIsZero;
}

const otherColorings: Readonly<Record<number, Fault>> = {
  4: fault('tiff.mask'),
  10: fault('tiff.faxColors'),
  32803: fault('tiff.camera'),
  32844: fault('tiff.luminances'),
  32845: fault('tiff.logLuv'),
  34892: fault('tiff.camera'),
};

/** Compression in which the picture is a JPEG that is spread over several tags, which no current program writes. */
const oldJpeg = 6;
/** Compression in which every strip or tile is a JPEG (TIFF Technical Note 2). */
export const jpeg = 7;
/** Maximum number of samples per pixel, limited by the tag's 16 bits. */
const maxSamples = 0xffff;
const associatedAlpha = 1;
const unassociatedAlpha = 2;
/** Values in the ExtraSamples tag that mean alpha. */
export const alphaSamples: readonly number[] = [associatedAlpha, unassociatedAlpha];

/**
 * Returns the layout of a picture.
 * @throws ConversionError `conversion.unsupported_kind` if the meaning of samples is unknown,
 * `conversion.invalid_input` if tags contradict each other
 * @throws RangeError if the file ends too soon
 */
export function layoutOf(directory: Directory): Layout {
  const compression = directory.number(259) ?? 1;
  if (compression === oldJpeg) throw new ConversionError(fault('tiff.oldJpeg'));
  const photometric = directory.number(262) ?? colorings.blackIsZero;
  const color = colorSamples[photometric];
  if (color === undefined) throw new ConversionError(otherColorings[photometric] ?? fault('tiff.colors'));
  const samples = directory.number(277) ?? 1;
  const isCmyk = (directory.number(332) ?? 1) === 1 && samples >= color;
  if (photometric === colorings.inks && !isCmyk) {
    throw new ConversionError(fault('tiff.inks'));
  }
  const width = directory.number(256) ?? 0;
  const height = directory.number(257) ?? 0;
  if (width < 1 || height < 1 || samples < color) throw damaged('image');
  const isTiled = directory.number(322) !== undefined;
  const segment = isTiled
    ? [directory.number(322), directory.number(323)]
    : [width, Math.min(directory.number(278) ?? height, height)];
  const [segmentWidth = 0, segmentHeight = 0] = segment;
  // Damaged files may have fractions or numbers that are too large in these tags.
  const isWhole = [width, height, samples, segmentWidth, segmentHeight].every(Number.isSafeInteger);
  if (!isWhole || samples > maxSamples || segmentWidth < 1 || segmentHeight < 1) throw damaged('image');
  const [across = 2, down = across] = directory.numbers(530);
  // Older files don't have the ExtraSamples tag, so an extra sample is alpha.
  const extras = directory.has(338) ? directory.numbers(338) : [unassociatedAlpha];
  return {
    width,
    height,
    photometric,
    samples,
    isTiled,
    segmentWidth,
    segmentHeight,
    compression,
    predictor: directory.number(317) ?? 1,
    ...sampleKind(directory, samples),
    extraSamples: Array.from({ length: samples - color }, (_, index) => extras[index] ?? 0),
    isPlanar: directory.number(284) === 2 && samples > 1,
    isBitReversed: directory.number(266) === 2,
    subsampling: [across, down],
    bigEndian: directory.form.bigEndian,
  };
}

function sampleKind(directory: Directory, samples: number): Pick<Layout, 'bits' | 'sampleFormat'> {
  const [bits = 1, ...otherBits] = directory.numbers(258).slice(0, samples);
  const [format = 1, ...otherFormats] = directory.numbers(339).slice(0, samples);
  if (otherBits.some((each) => each !== bits) || otherFormats.some((each) => each !== format)) {
    throw new ConversionError(fault('tiff.depths'));
  }
  const sampleFormat = sampleFormats[format];
  if (sampleFormat === undefined)
    throw new ConversionError(otherSampleFormats[format] ?? fault('tiff.samples'));
  return { bits, sampleFormat };
}
