import { damaged } from '../../api/faults.ts';

const endOfRow = 0;
const endOfBitmap = 1;
const move = 2;

/** The size of an uncompressed pixel, and its form in runs and literals. */
interface Coding {
  readonly unitBytes: number;
  readonly runBytes: number;
  readonly literalBytes: (pixels: number) => number;
  /** The byte of a pixel at this distance from the start of a run or a literal. */
  readonly byteAt: (packed: Buffer, start: number, pixel: number, byte: number, isRun: boolean) => number;
}

const nibble = (value: number, pixel: number): number => (pixel % 2 === 0 ? value >> 4 : value & 15);

const codings: Readonly<Record<'rle4' | 'rle8' | 'rle24', Coding>> = {
  rle4: {
    unitBytes: 1,
    runBytes: 1,
    literalBytes: (pixels) => Math.ceil(pixels / 2),
    byteAt: (packed, start, pixel, _, isRun) =>
      nibble(packed.readUInt8(isRun ? start : start + (pixel >> 1)), pixel),
  },
  rle8: {
    unitBytes: 1,
    runBytes: 1,
    literalBytes: (pixels) => pixels,
    byteAt: (packed, start, pixel, _, isRun) => packed.readUInt8(isRun ? start : start + pixel),
  },
  rle24: {
    unitBytes: 3,
    runBytes: 3,
    literalBytes: (pixels) => pixels * 3,
    byteAt: (packed, start, pixel, byte, isRun) =>
      packed.readUInt8((isRun ? start : start + pixel * 3) + byte),
  },
};

/**
 * The decompressed rows in file order, with one byte per palette index or three per color; skipped pixels are 0.
 * @throws ConversionError, or RangeError if it ends too soon
 */
export function unpackRuns(
  packed: Buffer,
  width: number,
  height: number,
  packing: keyof typeof codings,
): Buffer {
  const { unitBytes, runBytes, literalBytes, byteAt } = codings[packing];
  const plain = Buffer.alloc(width * height * unitBytes);
  let [x, y, at] = [0, 0, 0];
  const write = (pixels: number, isRun: boolean): void => {
    const there = Math.min(pixels, Math.max(0, width - x));
    for (let pixel = 0; pixel < there; pixel += 1) {
      for (let byte = 0; byte < unitBytes; byte += 1) {
        plain[(y * width + x + pixel) * unitBytes + byte] = byteAt(packed, at, pixel, byte, isRun);
      }
    }
    x += pixels;
  };
  const isDone = (): boolean => y >= height || (y === height - 1 && x >= width);
  while (!isDone()) {
    const [first, second] = [packed.readUInt8(at), packed.readUInt8(at + 1)];
    at += 1;
    if (first > 0) {
      if (at + runBytes > packed.length) throw damaged('image');
      write(first, true);
      at += runBytes;
      continue;
    }
    at += 1;
    if (second === endOfBitmap) break;
    if (second === endOfRow) [x, y] = [0, y + 1];
    else if (second === move) {
      [x, y] = [x + packed.readUInt8(at), y + packed.readUInt8(at + 1)];
      at += 2;
    } else {
      const bytes = literalBytes(second);
      if (at + bytes > packed.length) throw damaged('image');
      write(second, false);
      at += bytes + (bytes % 2);
    }
  }
  return plain;
}
