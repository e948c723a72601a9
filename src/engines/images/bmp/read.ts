import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { damaged } from '../../api/faults.ts';
import { MaskedPixels, uncoverBlank } from '../raster/masks.ts';
import { colored, greyIfAllAre, unpackBits } from '../raster/palette.ts';
import { pngOf, type Raster, withinFile } from '../raster/raster.ts';
import { type BitmapHeader, headerOf } from './header.ts';
import { unpackRuns } from './runLength.ts';

const fileHeaderBytes = 14;

/**
 * Converts a Windows or OS/2 bitmap to a file that libvips reads.
 * @throws ConversionError
 */
export async function readBmp(file: Buffer): Promise<Uint8Array> {
  const begin = file.toString('latin1', 0, 2);
  if (begin === 'BA') throw new ConversionError(fault('bmp.screens'));
  // Bitmaps in a clipboard or an icon have no file header.
  const isFile = begin === 'BM';
  const bitmap = isFile ? file.subarray(fileHeaderBytes) : file;
  const header = withinFile(() => {
    const pixelsAt = isFile ? file.readUInt32LE(10) : 0;
    // Some programs omit the offset of the pixels.
    return headerOf(bitmap, pixelsAt === 0 ? undefined : pixelsAt - fileHeaderBytes);
  });
  if (header.packing === 'file') return bitmap.subarray(header.pixelsAt);
  return pngOf(withinFile(() => rasterOf(bitmap, header)));
}

/**
 * The pixels of a bitmap that begins with its header.
 * @throws ConversionError, or RangeError if they are missing
 */
export function rasterOf(bitmap: Buffer, header: BitmapHeader): Raster {
  const { width, height, profile, bits } = header;
  const rows = rowsOf(bitmap, header);
  const pixels = rows.bits > 8 ? ofColors(rows, header) : ofNumbers(rows, header);
  if (bits > 8 && pixels.channels === 4) uncoverBlank(pixels.samples, pixels.channels);
  return { width, height, ...pixels, ...(profile && { profile }) };
}

/** Uncompressed rows at a fixed distance. */
interface Rows {
  readonly bytes: Buffer;
  readonly strideBytes: number;
  readonly bits: number;
}

function rowsOf(bitmap: Buffer, { width, height, bits, packing, pixelsAt }: BitmapHeader): Rows {
  const bytes = bitmap.subarray(pixelsAt);
  switch (packing) {
    case 'rle4':
    case 'rle8':
      return { bytes: unpackRuns(bytes, width, height, packing), strideBytes: width, bits: 8 };
    case 'rle24':
      return { bytes: unpackRuns(bytes, width, height, packing), strideBytes: width * 3, bits };
    case 'none':
    case 'file': {
      const strideBytes = Math.ceil((width * bits) / 32) * 4;
      // The padding of the last row may be missing.
      const needed = strideBytes * (height - 1) + Math.ceil((width * bits) / 8);
      if (bytes.length < needed) throw damaged('image');
      return { bytes, strideBytes, bits };
    }
  }
}

type Samples = Pick<Raster, 'channels' | 'samples'>;

function ofNumbers({ bytes, strideBytes, bits }: Rows, header: BitmapHeader): Samples {
  const { width, height, profile } = header;
  const indices = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const start = rowAt(y, header) * strideBytes;
    unpackBits(
      bytes.subarray(start, start + strideBytes),
      bits,
      indices.subarray(y * width, (y + 1) * width),
    );
  }
  const palette = profile === undefined ? greyIfAllAre(header.palette) : header.palette;
  return { channels: palette.channels, samples: colored(indices, palette) };
}

function ofColors({ bytes, strideBytes, bits }: Rows, header: BitmapHeader): Samples {
  const { width, height, masks } = header;
  const masked = new MaskedPixels(masks, bits / 8);
  const { channels } = masked;
  const samples = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y += 1) {
    masked.unpack(bytes, rowAt(y, header) * strideBytes, width, samples, y * width * channels);
  }
  return { channels, samples };
}

/** The row's index in the file, given its index from the top. */
function rowAt(y: number, { height, isTopDown }: BitmapHeader): number {
  return isTopDown ? y : height - 1 - y;
}
