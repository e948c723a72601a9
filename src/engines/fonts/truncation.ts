import { damaged } from '../api/faults.ts';

/** The layout of a container's table directory: the count, the entries, and each table's offset and length. */
interface Directory {
  readonly countAt: number;
  readonly start: number;
  readonly entryBytes: number;
  readonly placeAt: number;
  readonly lengthAt: number;
}

/** OpenType, 1.9, and WOFF, 1.0; a WOFF2 is compressed as one piece, which can't be truncated. */
const directories = {
  sfnt: { countAt: 4, start: 12, entryBytes: 16, placeAt: 8, lengthAt: 12 },
  woff: { countAt: 12, start: 44, entryBytes: 20, placeAt: 4, lengthAt: 8 },
} as const satisfies Readonly<Record<string, Directory>>;

/** Tables may share bytes, as bitmap tables do; each is written separately. */
const maxTimesFile = 4;

/**
 * Refuses a font that ends within its tables, as its reader would pad them with zeros, or whose tables overlap so much
 * that they are far larger than the font.
 * @throws ConversionError, or RangeError
 */
export function checkTables(font: Buffer, container: keyof typeof directories): void {
  const { countAt, start, entryBytes, placeAt, lengthAt } = directories[container];
  let leftBytes = maxTimesFile * font.length;
  for (let left = font.readUInt16BE(countAt), at = start; left > 0; left -= 1, at += entryBytes) {
    const length = font.readUInt32BE(at + lengthAt);
    leftBytes -= length;
    if (leftBytes < 0 || font.readUInt32BE(at + placeAt) + length > font.length) throw damaged('font');
  }
}
