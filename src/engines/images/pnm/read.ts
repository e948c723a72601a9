import { damaged } from '../../api/faults.ts';
import { checkSize, type DeepRaster, pngOf, withinFile } from '../raster/raster.ts';
import { digitsEnd, headerOf, type PnmHeader, tokenStart } from './header.ts';

/**
 * The first picture of a PBM, PGM, PPM, or PAM as a PNG, with 16 bits per sample if the file has more than 8.
 * @throws ConversionError
 */
export async function readPnm(file: Buffer): Promise<Uint8Array> {
  return pngOf(withinFile(() => rasterOf(file)));
}

function rasterOf(file: Buffer): DeepRaster {
  const header = headerOf(file);
  const { width, height, channels, coding, maxval } = header;
  checkSize(width, height);
  const count = width * height * channels;
  // A sample takes at least one bit, which limits the allocation by the file's size.
  if ((file.length - header.end) * 8 < count) throw damaged('image');
  const highest = maxval > 0xff ? 0xffff : 0xff;
  const samples = highest > 0xff ? new Uint16Array(count) : new Uint8Array(count);
  const read = readers[coding](file, header);
  for (let at = 0; at < count; at += 1)
    samples[at] = Math.min(highest, Math.round((read(at) * highest) / maxval));
  return { width, height, channels, samples };
}

type ReadNext = (index: number) => number;

/** Readers of consecutive samples. */
const readers: Readonly<Record<PnmHeader['coding'], (file: Buffer, header: PnmHeader) => ReadNext>> = {
  bytes: (file, { maxval, end }) =>
    maxval > 0xff ? (index) => file.readUInt16BE(end + index * 2) : (index) => file.readUInt8(end + index),
  bits: (file, { width, end }) => {
    const rowBytes = Math.ceil(width / 8);
    return (index) => {
      const x = index % width;
      const byte = file.readUInt8(end + Math.floor(index / width) * rowBytes + (x >> 3));
      return 1 - ((byte >> (7 - (x & 7))) & 1);
    };
  },
  // Bit digits need no separators.
  textBits: (file, { end }) => {
    let at = end - 1;
    return () => {
      at = tokenStart(file, at);
      const bit = file.readUInt8(at) - 0x30;
      if (bit !== 0 && bit !== 1) throw damaged('image');
      at += 1;
      return 1 - bit;
    };
  },
  text: (file, { end }) => {
    let at = end - 1;
    return () => {
      const start = tokenStart(file, at);
      at = digitsEnd(file, start);
      return Number(file.toString('latin1', start, at));
    };
  },
};
