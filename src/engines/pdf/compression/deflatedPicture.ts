import { type PDFDict, PDFHexString, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { optimizedPng } from '../../images/oxipng.ts';
import { chunksOf, dataOfChunks } from '../../lib/pngChunks.ts';
import type { PdfPicture } from './pictures.ts';
import type { PixelSize } from './pixels.ts';

const colorTypes = { gray: 0, rgb: 2, palette: 3 } as const;
/** Each row declares its predictor (ISO 32000-1, table 10). */
const pngPredictors = 15;

/** A losslessly compressed picture of these pixels, as small as a PNG: with a palette if there are few colors. */
export async function deflatedPicture(
  { stream, channels }: PdfPicture,
  pixels: Buffer,
  { width, height }: PixelSize,
): Promise<PDFRawStream | undefined> {
  // A document may contain hundreds, and most of its bytes are elsewhere.
  const png = await optimizedPng(pixels, width * height, 'usual');
  if (png === undefined) return undefined;
  const chunks = [...chunksOf(png)];
  const header = dataOfChunks(chunks, 'IHDR');
  const [depth, colorType] = [header.readUInt8(8), header.readUInt8(9)];
  const dict = stream.dict.clone();
  if (colorType === colorTypes.palette) usePalette(dict, dataOfChunks(chunks, 'PLTE'));
  // Gray numbers are invalid in a color space with three components; oxipng may reduce to gray.
  else if (colorType !== (channels === 1 ? colorTypes.gray : colorTypes.rgb)) return undefined;
  const colors = colorType === colorTypes.rgb ? 3 : 1;
  const { context } = dict;
  const predicted = { Predictor: pngPredictors, Colors: colors, BitsPerComponent: depth, Columns: width };
  dict.set(PDFName.of('Width'), context.obj(width));
  dict.set(PDFName.of('Height'), context.obj(height));
  dict.set(PDFName.of('BitsPerComponent'), context.obj(depth));
  dict.set(PDFName.of('Filter'), context.obj('FlateDecode'));
  dict.set(PDFName.of('DecodeParms'), context.obj(predicted));
  dict.delete(PDFName.of('Decode'));
  return PDFRawStream.of(dict, dataOfChunks(chunks, 'IDAT'));
}

/** Colors from the picture's original color space, by index. */
function usePalette(dict: PDFDict, palette: Buffer): void {
  const key = PDFName.of('ColorSpace');
  const base = dict.get(key);
  const space = dict.context.obj(['Indexed']);
  if (base) space.push(base);
  space.push(dict.context.obj(palette.length / 3 - 1));
  space.push(PDFHexString.of(palette.toString('hex')));
  dict.set(key, space);
}
