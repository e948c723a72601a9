import { damaged } from '../../api/faults.ts';
import { colored, greyIfAllAre, unpackBits } from '../raster/palette.ts';
import { pngOf, type Raster, withinFile } from '../raster/raster.ts';
import { headerBytes, headerOf, type PcxHeader } from './header.ts';
import { paletteOf } from './palette.ts';
import { type Unpacked, unpackCounts } from './runLength.ts';

/**
 * The picture of a PCX as a PNG.
 * @throws ConversionError
 */
export async function readPcx(file: Buffer): Promise<Uint8Array> {
  return pngOf(withinFile(() => rasterOf(file)));
}

const pagesBytes = 4;

/**
 * The first page of a DCX, whose pages are PCX files, as a PNG.
 * @throws ConversionError
 */
export async function readDcx(file: Buffer): Promise<Uint8Array> {
  return readPcx(
    withinFile(() => {
      const [first, second] = [file.readUInt32LE(pagesBytes), file.readUInt32LE(pagesBytes * 2)];
      // A palette is at the end of a page; the last page ends with the file.
      return file.subarray(first, second > first ? second : undefined);
    }),
  );
}

function rasterOf(file: Buffer): Raster {
  const header = headerOf(file);
  const { width, height, bits, planes } = header;
  const { plain, end } = rowsOf(file.subarray(headerBytes), header);
  if (bits === 8 && planes > 1) return { width, height, ...interleaved(plain, header) };
  const palette = greyIfAllAre(paletteOf(file, header, headerBytes + end));
  return { width, height, channels: palette.channels, samples: colored(numbersOf(plain, header), palette) };
}

function rowsOf(content: Buffer, { height, planes, planeBytes, isPacked }: PcxHeader): Unpacked {
  const bytes = planeBytes * planes * height;
  if (isPacked) return unpackCounts(content, bytes);
  if (content.length < bytes) throw damaged('image');
  return { plain: content, end: bytes };
}

/** Colors from channel planes, row by row. */
function interleaved(rows: Buffer, header: PcxHeader): Pick<Raster, 'channels' | 'samples'> {
  const { width, height, planes, planeBytes } = header;
  const channels = planes === 4 ? 4 : 3;
  const samples = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y += 1) {
    for (let channel = 0; channel < channels; channel += 1) {
      const start = (y * planes + channel) * planeBytes;
      for (let x = 0; x < width; x += 1) {
        samples[(y * width + x) * channels + channel] = rows[start + x] ?? 0;
      }
    }
  }
  return { channels, samples };
}

/** Palette indices from planes, each with the next higher bits. */
function numbersOf(rows: Buffer, { width, height, bits, planes, planeBytes }: PcxHeader): Uint8Array {
  const numbers = new Uint8Array(width * height);
  const ofPlane = new Uint8Array(width);
  for (let y = 0; y < height; y += 1) {
    for (let plane = 0; plane < planes; plane += 1) {
      const start = (y * planes + plane) * planeBytes;
      unpackBits(rows.subarray(start, start + planeBytes), bits, ofPlane);
      for (const [x, number] of ofPlane.entries()) {
        numbers[y * width + x] = (numbers[y * width + x] ?? 0) | (number << (plane * bits));
      }
    }
  }
  return numbers;
}
