import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { damaged } from '../../api/faults.ts';
import { checkSize, pngOf, type Raster, withinFile } from '../raster/raster.ts';
import { unpackEscapes } from './runLength.ts';

/** What stands before the rows (SunOS, rasterfile(5)). */
interface SunHeader {
  readonly width: number;
  readonly height: number;
  readonly depth: 1 | 8 | 24 | 32;
  readonly isPacked: boolean;
  /** Red stands before blue. */
  readonly isRgb: boolean;
  /** All reds, then all greens, then all blues; `undefined` where there is no map. */
  readonly map: readonly [Buffer, Buffer, Buffer] | undefined;
  readonly rowsAt: number;
}

const headerBytes = 32;
const magic = 0x59a66a95;
const packedType = 2;
const rgbType = 3;

/** The picture of a Sun raster as a PNG; what fills up its pixels of 32 bits is no transparency. @throws ConversionError */
export async function readSun(file: Buffer): Promise<Uint8Array> {
  return pngOf(withinFile(() => rasterOf(file)));
}

function rasterOf(file: Buffer): Raster {
  const header = headerOf(file);
  const { width, height, depth, map } = header;
  // Rows are filled up to words of 16 bits.
  const rowBytes = Math.ceil((width * depth) / 16) * 2;
  const stored = file.subarray(header.rowsAt);
  const rows = header.isPacked ? unpackEscapes(stored, rowBytes * height) : stored;
  if (rows.length < rowBytes * height) throw damaged('image');
  const channels = depth <= 8 && map === undefined ? 1 : 3;
  const samples = new Uint8Array(width * height * channels);
  const pixel = pixelReader(header);
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    const row = rows.subarray(y * rowBytes, (y + 1) * rowBytes);
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < channels; channel += 1) {
        const sample = pixel(row, x, channel);
        samples[to] = map?.[channel]?.[sample] ?? sample;
        to += 1;
      }
    }
  }
  return { width, height, channels, samples };
}

function headerOf(file: Buffer): SunHeader {
  if (file.readUInt32BE(0) !== magic) throw damaged('image');
  const word = (index: number): number => file.readUInt32BE(index * 4);
  const [width, height, bits, type, mapType, mapBytes] = [
    word(1),
    word(2),
    word(3),
    word(5),
    word(6),
    word(7),
  ];
  checkSize(width, height);
  const depth = ([1, 8, 24, 32] as const).find((each) => each === bits);
  if (depth === undefined) throw new ConversionError(fault('sun.bits', bits));
  if (type > rgbType) throw new ConversionError(fault('sun.type', type));
  if (mapType > 1) throw new ConversionError(fault('sun.map'));
  const rowsAt = headerBytes + mapBytes;
  if (file.length < rowsAt) throw damaged('image');
  const colors = Math.floor(mapBytes / 3);
  const plane = (index: number): Buffer =>
    file.subarray(headerBytes + index * colors, headerBytes + (index + 1) * colors);
  const map = mapType === 1 && colors > 0 ? ([plane(0), plane(1), plane(2)] as const) : undefined;
  return { width, height, depth, isPacked: type === packedType, isRgb: type === rgbType, map, rowsAt };
}

/** What reads a sample, or the number of a color. */
function pixelReader({ depth, isRgb, map }: SunHeader): (row: Buffer, x: number, channel: number) => number {
  switch (depth) {
    case 1: {
      // Without a map, a bit that is set is ink.
      const [paper, ink] = map === undefined ? [255, 0] : [0, 1];
      return (row, x) => ((row[x >> 3] ?? 0) & (0x80 >> (x & 7)) ? ink : paper);
    }
    case 8:
      return (row, x) => row[x] ?? 0;
    case 24:
    case 32: {
      const [bytes, first] = depth === 24 ? [3, 0] : [4, 1];
      return (row, x, channel) => row[x * bytes + first + (isRgb ? channel : 2 - channel)] ?? 0;
    }
  }
}
