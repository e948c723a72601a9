import { damaged } from '../api/conversionError.ts';

/**
 * The layout of a table directory: where to find the number of tables, the entries, and a table's offset and length.
 */
interface Directory {
  readonly countAt: number;
  readonly start: number;
  readonly entryBytes: number;
  readonly placeAt: number;
  readonly lengthAt: number;
}

/**
 * The layouts in OpenType 1.9 and WOFF 1.0. WOFF2 needs no check, because its tables are compressed together, so a
 * truncated file fails to decompress.
 */
const directories = {
  sfnt: { countAt: 4, start: 12, entryBytes: 16, placeAt: 8, lengthAt: 12 },
  woff: { countAt: 12, start: 44, entryBytes: 20, placeAt: 4, lengthAt: 8 },
} as const satisfies Readonly<Record<string, Directory>>;

/** Tables may share bytes, as bitmap tables do, but every table is written separately. */
const maxTimesFile = 4;

/**
 * Rejects a font that ends within a table, because the library would pad the table with zeros, and a font whose tables
 * overlap so much that in total they are far larger than the file.
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
