import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib';
import { flate, onlyFilter } from './streams.ts';

const name = (text: string): PDFName => PDFName.of(text);

/** A picture with RGB or grayscale samples of 8 bits each, without special properties. */
export interface PdfPicture {
  readonly ref: PDFRef;
  readonly stream: PDFRawStream;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly coding: 'jpeg' | 'deflate';
  /** True if the deflated rows use PNG predictors. */
  readonly isPredicted: boolean;
  /** Reference to the picture that contains this picture's opacity. */
  readonly mask: PDFRef | undefined;
}

/** Dictionary entries that change the meaning of samples, or provide alternative versions of a picture. */
const peculiarities = ['ImageMask', 'SMaskInData', 'Alternates', 'OPI', 'F', 'Matte'].map(name);

/** Returns the picture in a stream, or `undefined` if re-encoding it would be unsafe because of its properties. */
export function pictureOf(context: PDFContext, ref: PDFRef, stream: PDFRawStream): PdfPicture | undefined {
  const { dict } = stream;
  if (dict.lookup(name('Subtype')) !== name('Image')) return undefined;
  if (peculiarities.some((key) => isSet(dict, key)) || !hasPlainSamples(dict)) return undefined;
  const [width, height] = [integer(dict, 'Width'), integer(dict, 'Height')];
  const channels = channelsOf(dict.lookup(name('ColorSpace')));
  const coding = codingOf(dict);
  if (!width || !height || channels === undefined || coding === undefined) return undefined;
  const isPredicted = coding === 'deflate' ? predicts(dict, channels, width) : false;
  if (integer(dict, 'BitsPerComponent') !== 8 || isPredicted === undefined) return undefined;
  const mask = dict.get(name('SMask'));
  if (mask !== undefined && !(mask instanceof PDFRef)) return undefined;
  // `Matte` means that the picture's colors are premultiplied by the mask.
  const maskDict = mask && context.lookup(mask);
  if (maskDict instanceof PDFRawStream && isSet(maskDict.dict, name('Matte'))) return undefined;
  return { ref, stream, width, height, channels, coding, isPredicted, mask };
}

/** True if samples aren't inverted and no color is marked as transparent. */
function hasPlainSamples(dict: PDFDict): boolean {
  const decode = dict.lookup(name('Decode'));
  if (decode !== undefined && !(decode instanceof PDFArray && decode.asArray().every(isUsual))) return false;
  return !(dict.lookup(name('Mask')) instanceof PDFArray);
}

function isUsual(each: PDFObject, index: number): boolean {
  return each instanceof PDFNumber && each.asNumber() === index % 2;
}

function isSet(dict: PDFDict, key: PDFName): boolean {
  const value = dict.lookup(key);
  return (
    value !== undefined && value !== PDFBool.False && !(value instanceof PDFNumber && value.asNumber() === 0)
  );
}

function integer(dict: PDFDict, key: string): number | undefined {
  const value = dict.lookup(name(key));
  return value instanceof PDFNumber && Number.isInteger(value.asNumber()) ? value.asNumber() : undefined;
}

function channelsOf(space: unknown): 1 | 3 | undefined {
  if (space === name('DeviceRGB')) return 3;
  if (space === name('DeviceGray')) return 1;
  if (!(space instanceof PDFArray)) return undefined;
  if (space.lookup(0) === name('CalRGB')) return 3;
  if (space.lookup(0) === name('CalGray')) return 1;
  if (space.lookup(0) !== name('ICCBased')) return undefined;
  const profile = space.lookup(1);
  const count = profile instanceof PDFRawStream ? integer(profile.dict, 'N') : undefined;
  return count === 1 || count === 3 ? count : undefined;
}

function codingOf(dict: PDFDict): PdfPicture['coding'] | undefined {
  const filter = onlyFilter(dict);
  if (filter === flate) return 'deflate';
  return filter === name('DCTDecode') && !dict.has(name('DecodeParms')) ? 'jpeg' : undefined;
}

/** True if rows use PNG predictors, false if they use none, and `undefined` for other predictors. */
function predicts(dict: PDFDict, channels: number, width: number): boolean | undefined {
  const given = dict.lookup(name('DecodeParms'));
  if (given === undefined) return false;
  const only = given instanceof PDFArray && given.size() === 1 ? given.lookup(0) : given;
  if (!(only instanceof PDFDict)) return undefined;
  const predictor = integer(only, 'Predictor') ?? 1;
  if (predictor === 1) return false;
  const fits =
    predictor >= 10 &&
    (integer(only, 'Colors') ?? 1) === channels &&
    (integer(only, 'BitsPerComponent') ?? 8) === 8 &&
    (integer(only, 'Columns') ?? 1) === width;
  return fits ? true : undefined;
}
