import { type Fault, fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { damaged } from '../../api/faults.ts';
import type { Directory } from './directory.ts';

/** The layout of a picture's samples in a TIFF, by its tags (TIFF 6.0, sections 3, 8, 15 and 18). */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly photometric: number;
  readonly compression: number;
  readonly predictor: number;
  /** Bits per sample, equal for all samples. */
  readonly bits: number;
  readonly sampleFormat: SampleFormat;
  /** Samples per pixel: those of the color, then `extraSamples`. */
  readonly samples: number;
  readonly extraSamples: readonly number[];
  /** Each channel is stored separately. */
  readonly isPlanar: boolean;
  readonly isTiled: boolean;
  /** The size of a tile or a strip. */
  readonly segmentWidth: number;
  readonly segmentHeight: number;
  /** True if the bits of each byte are reversed. */
  readonly isBitReversed: boolean;
  /** The number of pixels that share a chroma sample, across and down. */
  readonly subsampling: readonly [number, number];
  readonly bigEndian: boolean;
}

type SampleFormat = 'unsigned' | 'float';

/** Their numbers in a TIFF; undefined formats are read as unsigned numbers. */
const sampleFormats: Readonly<Record<number, SampleFormat>> = { 1: 'unsigned', 3: 'float', 4: 'unsigned' };

/** Unsupported formats: each program maps numbers below 0 to another gray. */
const otherSampleFormats: Readonly<Record<number, Fault>> = {
  2: fault('tiff.signed'),
  5: fault('tiff.complex'),
  6: fault('tiff.complex'),
};

/** Photometric interpretations. */
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

/** The number of color samples for each. */
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

/** True if a picture has no colors. */
export function isGray({ photometric }: Layout): boolean {
  return photometric === colorings.whiteIsZero || photometric === colorings.blackIsZero;
}

/** Unsupported photometric interpretations. */
const otherColorings: Readonly<Record<number, Fault>> = {
  4: fault('tiff.mask'),
  10: fault('tiff.faxColors'),
  32803: fault('tiff.camera'),
  32844: fault('tiff.luminances'),
  32845: fault('tiff.logLuv'),
  34892: fault('tiff.camera'),
};

export const oldJpeg = 6;
/** Samples per pixel, whose tag has 16 bits. */
const maxSamples = 0xffff;
const associatedAlpha = 1;
const unassociatedAlpha = 2;
/** Extra samples that are alpha. */
export const alphaSamples: readonly number[] = [associatedAlpha, unassociatedAlpha];

/**
 * The layout of a picture.
 * @throws ConversionError `conversion.unsupported_kind` for an unknown meaning of samples, `conversion.invalid_input`
 * if tags contradict each other
 * @throws RangeError if the file ends too soon
 */
export function layoutOf(directory: Directory): Layout {
  const compression = directory.number(259) ?? 1;
  // Old-style JPEGs often lack redundant tags.
  const isOldJpeg = compression === oldJpeg;
  const photometric = directory.number(262) ?? (isOldJpeg ? colorings.yCbCr : colorings.blackIsZero);
  const color = colorSamples[photometric];
  if (color === undefined) throw new ConversionError(otherColorings[photometric] ?? fault('tiff.colors'));
  const samples = directory.number(277) ?? (isOldJpeg ? color : 1);
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
  // A tag may contain 32-bit numbers or fractions.
  const isWhole = [width, height, samples, segmentWidth, segmentHeight].every(Number.isSafeInteger);
  if (!isWhole || samples > maxSamples || segmentWidth < 1 || segmentHeight < 1) throw damaged('image');
  const [across = 2, down = across] = directory.numbers(530);
  // Before the tag existed, an extra sample was transparency.
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
