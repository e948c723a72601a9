import { isConversionError } from '../../api/conversionError.ts';
import { damaged } from '../../api/faults.ts';
import { unpackBits } from '../raster/packBits.ts';
import type { Cursor } from './cursor.ts';

/** How rows of pixels stand in the file. */
export interface Packing {
  /** What a row takes in memory. */
  readonly rowBytes: number;
  /** What it takes when it is unpacked, and how much of that there has to be. */
  readonly bytes: number;
  readonly needed: number;
  /** In what PackBits has packed it; `undefined` where it has not. */
  readonly unitBytes: 1 | 2 | undefined;
}

/** Rows that take more in memory have their packed length in two bytes. */
const mostByByte = 250;
/** No packed byte becomes more: of words, three of them tell of 128. */
const mostUnpacked = 256 / 3;

/**
 * Reads so many rows, one after the other.
 * @throws ConversionError, or RangeError where the file ends too soon
 */
export function readRows(
  from: Cursor,
  packing: Packing,
  count: number,
  visit: (row: Buffer, y: number) => void,
): void {
  const { rowBytes, bytes, unitBytes } = packing;
  if (unitBytes === undefined) {
    for (let y = 0; y < count; y += 1) visit(from.bytes(bytes), y);
    return;
  }
  const start = from.at;
  const usual = rowBytes > mostByByte ? 2 : 1;
  try {
    unpackRows(from, { ...packing, unitBytes }, count, usual, visit);
  } catch (error) {
    if (!isConversionError(error) && !(error instanceof RangeError)) throw error;
    // ImageMagick goes by another length of the row, and so writes some with the other kind of count.
    from.at = start;
    unpackRows(from, { ...packing, unitBytes }, count, 3 - usual, visit);
  }
}

type Packed = Packing & { readonly unitBytes: 1 | 2 };

function unpackRows(
  from: Cursor,
  { bytes, needed, unitBytes }: Packed,
  count: number,
  countBytes: number,
  visit: (row: Buffer, y: number) => void,
): void {
  for (let y = 0; y < count; y += 1) {
    const packed = countBytes === 2 ? from.uint16() : from.uint8();
    // A byte that stands alone takes two; what takes more is no row.
    if (packed > bytes * 2) throw damaged('image');
    const row = unpackBits(from.bytes(packed), bytes, { unitBytes });
    if (row.length < needed) throw damaged('image');
    visit(row, y);
  }
}

/** Whether the rest of the file can hold so many rows, so that what is claimed takes no memory that it does not explain. */
export function mayHold(from: Cursor, { needed, unitBytes }: Packing, count: number): boolean {
  return from.left * (unitBytes === undefined ? 1 : mostUnpacked) >= needed * count;
}
