import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { damaged } from '../../api/faults.ts';
import { MaskedPixels, masks555, uncoverBlank } from '../raster/masks.ts';
import { colored, type Palette, unpackBits } from '../raster/palette.ts';
import { checkSize, type Raster } from '../raster/raster.ts';
import type { Cursor } from './cursor.ts';
import { heightOf, type Rect, widthOf } from './rect.ts';
import { mayHold, type Packing, readRows } from './rows.ts';

/** How pixels lie in memory (Imaging With QuickDraw: `BitMap` and `PixMap`). */
export interface PixMap {
  readonly bounds: Rect;
  readonly rowBytes: number;
  /** Bits a pixel. */
  readonly bits: number;
  /** Samples that pixels of 32 bits have in the file: with transparency, or without. */
  readonly samples: number;
  readonly packType: number;
  /** Whether it is no `PixMap`, which would say all that, but of one bit a pixel. */
  readonly isBitMap: boolean;
}

const isPixMap = 0x8000;
/** A color table whose colors stand in order, and have no numbers. */
const inOrder = 0x8000;
const packTypes = { usual: 0, plain: 1, withoutFill: 2, words: 3, planes: 4 } as const;
/** Rows that are shorter are not packed. */
const leastPackedBytes = 8;
const mostColors = 256;

/** A map, which is a `PixMap` in any case where it has no palette. @throws RangeError where the file ends too soon */
export function readPixMap(from: Cursor, isDirect: boolean): PixMap {
  const first = from.uint16();
  const bounds = from.rect();
  const isBitMap = !isDirect && (first & isPixMap) === 0;
  const map = { bounds, rowBytes: first & ~isPixMap, isBitMap };
  if (map.isBitMap) return { ...map, bits: 1, samples: 1, packType: 0 };
  from.bytes(2);
  const packType = from.uint16();
  from.bytes(14);
  const [bits, samples] = [from.uint16(), from.uint16()];
  from.bytes(14);
  return { ...map, bits, samples, packType };
}

/** The colors of the numbers of a `PixMap`. @throws RangeError where the file ends too soon */
export function readColorTable(from: Cursor): Palette {
  from.bytes(4);
  const isInOrder = (from.uint16() & inOrder) !== 0;
  const count = from.uint16() + 1;
  const colors = new Uint8Array(mostColors * 3);
  for (let index = 0; index < count; index += 1) {
    const number = from.uint16();
    const color = from.color();
    const place = isInOrder ? index : number;
    if (place < mostColors) colors.set(color, place * 3);
  }
  return { channels: 3, colors };
}

/**
 * The pixels of a map, whose rows are packed where the instruction says so and it pays.
 * @throws ConversionError, or RangeError where the file ends too soon
 */
export function readPixels(from: Cursor, map: PixMap, palette: Palette, isPacked: boolean): Raster {
  const { bounds, bits, samples, packType } = map;
  const [width, height] = [widthOf(bounds), heightOf(bounds)];
  checkSize(width, height);
  if (![1, 2, 4, 8, 16, 32].includes(bits)) throw new ConversionError(fault('pict.bits', bits));
  if (packType > packTypes.planes) throw new ConversionError(fault('pict.packing', packType));
  if (bits === 32 && samples !== 3 && samples !== 4) throw damaged('image');
  const packing = packingOf(map, isPacked, width);
  if (packing.bytes < packing.needed || !mayHold(from, packing, height)) throw damaged('image');
  if (bits <= 8) {
    const numbers = new Uint8Array(width * height);
    readRows(from, packing, height, (row, y) => {
      unpackBits(row, bits, numbers.subarray(y * width, (y + 1) * width));
    });
    return { width, height, channels: palette.channels, samples: colored(numbers, palette) };
  }
  const stored =
    packType === packTypes.withoutFill || (packing.unitBytes !== undefined && samples === 3) ? 3 : 4;
  const channels = bits === 32 && samples === 4 && stored === 4 ? 4 : 3;
  const pixels = new Uint8Array(width * height * channels);
  const words = new MaskedPixels(masks555, 2);
  readRows(from, packing, height, (row, y) => {
    const at = y * width * channels;
    if (bits === 16) words.unpack(Buffer.from(row.subarray(0, width * 2)).swap16(), 0, width, pixels, at);
    else
      writeColors(row, pixels.subarray(at, at + width * channels), {
        channels,
        stored,
        inPlanes: packing.unitBytes !== undefined,
      });
  });
  if (channels === 4) uncoverBlank(pixels, channels);
  return { width, height, channels, samples: pixels };
}

interface Row {
  readonly channels: 3 | 4;
  /** Samples that a pixel has in the row, of which the last three are red, green and blue. */
  readonly stored: 3 | 4;
  readonly inPlanes: boolean;
}

function writeColors(row: Buffer, to: Uint8Array, { channels, stored, inPlanes }: Row): void {
  const [nextSample, nextPixel] = inPlanes ? [Math.floor(row.length / stored), 1] : [1, stored];
  for (let x = 0; x * channels < to.length; x += 1) {
    for (let channel = 0; channel < channels; channel += 1) {
      // What covers stands first there, and last here.
      const sample = channel === 3 ? 0 : stored - 3 + channel;
      to[x * channels + channel] = row[sample * nextSample + x * nextPixel] ?? 0;
    }
  }
}

function packingOf({ bits, samples, packType, rowBytes }: PixMap, isPacked: boolean, width: number): Packing {
  const { usual, plain, withoutFill, words } = packTypes;
  const row = { rowBytes, bytes: rowBytes, needed: Math.ceil((width * bits) / 8), unitBytes: undefined };
  if (bits === 32 && packType === withoutFill) {
    return { ...row, bytes: Math.floor(rowBytes / 4) * 3, needed: width * 3 };
  }
  if (!isPacked || rowBytes < leastPackedBytes || packType === plain) return row;
  if (bits === 16) return { ...row, unitBytes: packType === usual || packType === words ? 2 : 1 };
  if (bits < 16) return { ...row, unitBytes: 1 };
  return { ...row, bytes: Math.floor(rowBytes / 4) * samples, needed: width * samples, unitBytes: 1 };
}
