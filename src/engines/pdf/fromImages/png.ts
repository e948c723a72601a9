import { chunksOf, dataOfChunks } from '../../lib/pngChunks.ts';
import type { PagePicture } from './picture.ts';

const colorTypes: Readonly<Record<number, PagePicture['colors']>> = {
  0: 'DeviceGray',
  2: 'DeviceRGB',
  3: 'DeviceRGB',
};
const paletteType = 3;

/** Wraps the compressed pixels of a PNG for a PDF. Returns `undefined` if the PNG is transparent or interlaced. */
export function pngPicture(png: Buffer): PagePicture | undefined {
  const chunks = [...chunksOf(png)];
  const header = dataOfChunks(chunks, 'IHDR');
  const isInterlaced = header.readUInt8(12) !== 0;
  const type = header.readUInt8(9);
  const colors = colorTypes[type];
  if (colors === undefined || isInterlaced || chunks.some(({ name }) => name === 'tRNS')) return undefined;
  return {
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    bits: header.readUInt8(8),
    colors,
    ...(type === paletteType ? { palette: dataOfChunks(chunks, 'PLTE') } : {}),
    coding: 'png',
    data: dataOfChunks(chunks, 'IDAT'),
  };
}
