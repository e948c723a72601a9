import { type PDFDict, PDFHexString, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { optimizedPng } from '../../images/oxipng.ts';
import { chunksOf, dataOfChunks } from '../../lib/pngChunks.ts';
import type { PdfPicture } from './pictures.ts';
import type { PixelSize } from './pixels.ts';

const colorTypes = { gray: 0, rgb: 2, palette: 3 } as const;
/** PNG predictors: each row says which one it uses (ISO 32000-1, table 10). */
const pngPredictors = 15;

/** Compresses pixels losslessly as in a PNG, with a palette if there are few colors. */
export async function deflatedPicture(
  { stream, channels }: PdfPicture,
  pixels: Buffer,
  { width, height }: PixelSize,
): Promise<PDFRawStream | undefined> {
  // Thorough compression would take too long, because a document may contain hundreds of pictures.
  const png = await optimizedPng(pixels, width * height, 'usual');
  if (png === undefined) return undefined;
  const chunks = [...chunksOf(png)];
  const header = dataOfChunks(chunks, 'IHDR');
  const [depth, colorType] = [header.readUInt8(8), header.readUInt8(9)];
  const dict = stream.dict.clone();
  if (colorType === colorTypes.palette) usePalette(dict, dataOfChunks(chunks, 'PLTE'));
  // oxipng may reduce RGB to grayscale, which isn't valid in a color space with three components.
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

/** Adds a palette whose colors are in the picture's original color space. */
function usePalette(dict: PDFDict, palette: Buffer): void {
  const key = PDFName.of('ColorSpace');
  const base = dict.get(key);
  const space = dict.context.obj(['Indexed']);
  if (base) space.push(base);
  space.push(dict.context.obj(palette.length / 3 - 1));
  space.push(PDFHexString.of(palette.toString('hex')));
  dict.set(key, space);
}
