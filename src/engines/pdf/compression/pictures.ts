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
import sharp, { type Metadata, type Sharp } from 'sharp';
import { type Pixels, pixelsToHalveAgain } from '../../images/halvedColors.ts';
import { imageError, openImage } from '../../images/open.ts';
import { pngChunk, pngSignature } from '../../lib/pngChunks.ts';
import { flate, onlyFilter, plainContents } from './streams.ts';

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

const colorTypes = { 1: 0, 3: 2 } as const;
/** Little compression, because this PNG is only an intermediate result. */
const quick = { compressionLevel: 1 } as const;

/** The target size of a picture in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** The pixels of a picture. */
export interface PicturePixels {
  readonly png: Buffer;
  /** The pixels to encode as a JPEG, if they differ. */
  readonly toEncode: Pixels | undefined;
}

/**
 * Returns the pixels of a picture, scaled down if the picture is larger than `size`. Ignores color profiles in a JPEG,
 * because the PDF defines the meaning of its samples.
 * @throws ConversionError if the pixels can't be read
 */
export async function pixelsOf(picture: PdfPicture, size: PixelSize): Promise<PicturePixels | undefined> {
  try {
    const opened = await open(picture);
    if (opened === undefined) return undefined;
    const { image, metadata } = opened;
    const isSmaller = size.width < picture.width || size.height < picture.height;
    const fitted = isSmaller ? image.clone().resize({ ...size, fit: 'fill' }) : image.clone();
    const space = picture.channels === 1 ? 'b-w' : 'srgb';
    const png = await fitted.toColorspace(space).png(quick).toBuffer();
    const toEncode =
      metadata && !isSmaller ? await pixelsToHalveAgain(() => image.clone(), metadata) : undefined;
    return { png, toEncode };
  } catch (error) {
    throw imageError(error);
  }
}

/** Opens a picture, with the metadata of its file unless it has only samples. */
async function open(picture: PdfPicture): Promise<{ image: Sharp; metadata?: Metadata } | undefined> {
  const { width, height, channels, coding, isPredicted, stream } = picture;
  if (coding === 'jpeg' || isPredicted) {
    const file = coding === 'jpeg' ? Buffer.from(stream.contents) : asPng(picture);
    const { image, metadata } = await openImage(file, { autoOrient: false, ignoreIcc: true });
    const isExpected =
      metadata.width === width && metadata.height === height && metadata.channels === channels;
    return isExpected ? { image, metadata } : undefined;
  }
  const samples = plainContents(stream);
  if (samples === undefined || samples.length < width * height * channels) return undefined;
  return {
    image: sharp(samples.subarray(0, width * height * channels), { raw: { width, height, channels } }),
  };
}

/** Wraps deflated rows with PNG predictors as a PNG, because PNG stores them the same way (ISO 32000-1, 7.4.4.4). */
function asPng({ width, height, channels, stream }: PdfPicture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  header.writeUInt8(colorTypes[channels], 9);
  const data = { IHDR: header, IDAT: stream.contents, IEND: Buffer.alloc(0) };
  const chunks = Object.entries(data).map(([name, each]) => pngChunk(name, each));
  return Buffer.concat([pngSignature, ...chunks]);
}
