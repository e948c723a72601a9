import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type SchemaElement,
  type SchemaTree,
  snappyUncompress,
} from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { isUtf8 } from 'node:buffer';
import { readFile, writeFile } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { fault } from '../../contract/fault.ts';
import { ConversionError, damaged, isConversionError } from '../api/conversionError.ts';
import { columnNames, type RecordTable, widthOf } from '../data/tables.ts';
import { parseExactNumber, type Scalar, scalarText, type Tree } from '../data/tree.ts';
import { maxCells } from './workbook.ts';

/** The maximum size of a page. Most files have pages of 1 MiB. */
const maxPageBytes = 256 * 1024 ** 2;

const compressors = {
  SNAPPY: (bytes, length) => {
    const plain = new Uint8Array(checked(length));
    snappyUncompress(bytes, plain);
    return plain;
  },
  GZIP: (bytes, length) => gunzipSync(bytes, { maxOutputLength: checked(length) || 1 }),
  BROTLI: (bytes, length) => brotliDecompressSync(bytes, { maxOutputLength: checked(length) || 1 }),
  ZSTD: (bytes, length) => zstdDecompressSync(bytes, { maxOutputLength: checked(length) || 1 }),
} as const satisfies Compressors;

function checked(length: number): number {
  if (length < 0 || length > maxPageBytes) throw damaged('table');
  return length;
}

/** A point in time, in nanoseconds since 1970. */
class Instant {
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

const parsers = {
  timestampFromMilliseconds: (value: bigint) => new Instant(value * 1_000_000n),
  timestampFromMicroseconds: (value: bigint) => new Instant(value * 1000n),
  timestampFromNanoseconds: (value: bigint) => new Instant(value),
  dateFromDays: (days: number) => new Instant(BigInt(days) * 86_400_000_000_000n),
  jsonFromBytes: (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString(),
};

/** The rows of a Parquet file, with the column names. */
export interface ParquetRows {
  readonly names: readonly string[];
  readonly records: readonly ReadonlyMap<string, Tree>[];
}

/** Reads a Parquet file. @throws ConversionError */
export async function readParquet(path: string): Promise<ParquetRows> {
  try {
    const bytes = await readFile(path);
    const file: AsyncBuffer = {
      byteLength: bytes.length,
      slice: (start, end) => Uint8Array.from(bytes.subarray(start, end)).buffer,
    };
    const metadata = await parquetMetadataAsync(file, { geoparquet: false });
    checkMetadata(metadata);
    const tree = parquetSchema(metadata);
    checkColumns(metadata, tree);
    const { children } = tree;
    const columns: Columns = { decimals: takeDecimals(metadata.schema), binary: new Set() };
    const names = children.map(({ element }) => element.name);
    const options = { file, metadata, compressors, parsers, utf8: false, geoparquet: false };
    const recordOf = (row: readonly unknown[]): ReadonlyMap<string, Tree> =>
      new Map(children.map((child, at) => [child.element.name, treeOf(row[at], child, columns)]));
    let records: ReadonlyMap<string, Tree>[] = [];
    await parquetRead({
      ...options,
      onComplete: (rows) => {
        records = rows.map(recordOf);
        // The first values of a column may look like text, and later ones not.
        if (columns.binary.size > 0) records = rows.map(recordOf);
      },
    });
    if (BigInt(records.length) !== metadata.num_rows) throw damaged('table');
    return { names, records };
  } catch (error) {
    throw isConversionError(error) ? error : damaged('table', error);
  }
}

/** Rejects unsupported types and codecs, and more rows than a table may have. */
function checkMetadata({ schema, row_groups: groups, num_rows: rows }: FileMetaData): void {
  const leaves = schema.filter(({ type }) => type !== undefined);
  for (const { converted_type: converted, logical_type: logical } of leaves) {
    const type = logical?.type ?? converted ?? '';
    if (unsupportedTypes.has(type)) throw new ConversionError(fault('parquet.type', type));
  }
  if (schema.some(({ logical_type: logical }) => logical?.type === 'VARIANT'))
    throw new ConversionError(fault('parquet.type', 'VARIANT'));
  if (rows * BigInt(Math.max(1, leaves.length)) > BigInt(maxCells))
    throw new ConversionError(fault('table.cells', maxCells));
  if (groups.reduce((sum, group) => sum + group.num_rows, 0n) !== rows) throw damaged('table');
  for (const { file_path: elsewhere, meta_data: data } of groups.flatMap(({ columns }) => columns)) {
    if (elsewhere !== undefined || data === undefined) throw damaged('table');
    if (data.codec !== 'UNCOMPRESSED' && !Object.hasOwn(compressors, data.codec))
      throw new ConversionError(fault('parquet.codec', data.codec));
  }
}

/**
 * Rejects files whose groups of rows don't contain each column of the schema once. hyparquet would leave out a column,
 * or read one that nothing waits for, whose damage would then end a later conversion.
 */
function checkColumns({ row_groups: groups }: FileMetaData, tree: SchemaTree): void {
  const wanted = leafPaths(tree).toSorted();
  for (const { columns } of groups) {
    const found = columns.map(({ meta_data: data }) => JSON.stringify(data?.path_in_schema)).toSorted();
    if (found.length !== wanted.length || found.some((name, at) => name !== wanted[at]))
      throw damaged('table');
  }
}

function leafPaths({ children, path }: SchemaTree): string[] {
  return children.length === 0 ? [JSON.stringify(path)] : children.flatMap(leafPaths);
}

const unsupportedTypes: ReadonlySet<string> = new Set(['BSON', 'GEOGRAPHY', 'GEOMETRY', 'INTERVAL']);

/** Removes the decimal types from a schema, because hyparquet would round the values. Returns the scales. */
function takeDecimals(schema: readonly SchemaElement[]): ReadonlyMap<SchemaElement, number> {
  const scales = new Map<SchemaElement, number>();
  for (const element of schema) {
    if (element.converted_type !== 'DECIMAL' && element.logical_type?.type !== 'DECIMAL') continue;
    const logical = element.logical_type?.type === 'DECIMAL' ? element.logical_type.scale : 0;
    scales.set(element, element.scale ?? logical);
    delete element.converted_type;
    delete element.logical_type;
  }
  return scales;
}

/** What is known of columns beside their types. */
interface Columns {
  /** The scales of decimal numbers. */
  readonly decimals: ReadonlyMap<SchemaElement, number>;
  /** Columns of bytes with a value that isn't text. */
  readonly binary: Set<SchemaElement>;
}

function treeOf(value: unknown, node: SchemaTree, columns: Columns): Tree {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) {
    const [list] = node.children;
    const item = list?.children.length === 1 ? list.children[0] : list;
    return value.map((each) => treeOf(each, item ?? node, columns));
  }
  if (node.children.length === 0) return scalarOf(value, node.element, columns);
  const isMap = node.element.converted_type === 'MAP' || node.element.logical_type?.type === 'MAP';
  const entries = Object.entries(value).flatMap(([name, each]): [string, Tree][] => {
    const child = isMap
      ? node.children[0]?.children[1]
      : node.children.find(({ element }) => element.name === name);
    return child === undefined ? [] : [[name, treeOf(each, child, columns)]];
  });
  return new Map(entries);
}

function scalarOf(value: unknown, element: SchemaElement, { decimals, binary }: Columns): Scalar {
  const scale = decimals.get(element);
  if (scale !== undefined) return decimalOf(value, scale);
  const { converted_type: converted, logical_type: logical } = element;
  if (value instanceof Instant) return instantText(value, element);
  if (logical?.type === 'TIME') return timeText(BigInt(Number(value)) * nanosecondsIn[logical.unit]);
  if (converted === 'TIME_MILLIS') return timeText(BigInt(Number(value)) * nanosecondsIn.MILLIS);
  if (converted === 'TIME_MICROS') return timeText(BigInt(Number(value)) * nanosecondsIn.MICROS);
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (value instanceof Uint8Array) {
    const bytes = Buffer.from(value);
    // Older programs store text as plain bytes, without a text type.
    if (!isUtf8(bytes)) binary.add(element);
    return bytes.toString(binary.has(element) ? 'base64' : 'utf8');
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

const nanosecondsIn = { MILLIS: 1_000_000n, MICROS: 1000n, NANOS: 1n } as const;

function decimalOf(value: unknown, scale: number): Scalar {
  const bytes = value instanceof Uint8Array ? Buffer.from(value) : undefined;
  const digits =
    bytes === undefined
      ? BigInt(Number.isInteger(value) || typeof value === 'bigint' ? String(value) : 0)
      : BigInt.asIntN(bytes.length * 8, BigInt(`0x${bytes.toString('hex') || '0'}`));
  const sign = digits < 0n ? '-' : '';
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale);
  return parseExactNumber(scale === 0 ? sign + text : `${sign}${whole}.${text.slice(text.length - scale)}`);
}

function instantText({ nanoseconds }: Instant, element: SchemaElement): string {
  const day = 86_400_000_000_000n;
  const inDay = ((nanoseconds % day) + day) % day;
  const date = new Date(Number((nanoseconds - inDay) / 1_000_000n));
  if (Number.isNaN(date.getTime())) return String(nanoseconds);
  const [dateText = ''] = date.toISOString().split('T');
  const { converted_type: converted, logical_type: logical, type } = element;
  if (converted === 'DATE' || logical?.type === 'DATE') return dateText;
  const isUtc = logical?.type === 'TIMESTAMP' ? logical.isAdjustedToUTC : type !== 'INT96';
  return `${dateText}T${timeText(inDay)}${isUtc ? 'Z' : ''}`;
}

function timeText(nanoseconds: bigint): string {
  const seconds = nanoseconds / 1_000_000_000n;
  const parts = [seconds / 3600n, (seconds / 60n) % 60n, seconds % 60n];
  const fraction = String(nanoseconds % 1_000_000_000n)
    .padStart(9, '0')
    .replace(/(?:000){1,3}$/, '');
  return parts.map((part) => String(part).padStart(2, '0')).join(':') + (fraction && `.${fraction}`);
}

/** Writes a table as a Parquet file with a type for each column. @throws ConversionError */
export async function writeParquet(table: RecordTable, outputPath: string): Promise<void> {
  // The Parquet writer produces invalid metadata for a table without rows.
  if (table.rows.length === 0) throw new ConversionError(fault('table.empty'));
  const names = columnNames(table.header ?? [], Math.max(1, widthOf(table)));
  const columnData = names.map((name, at) => ({
    name,
    nullable: true,
    ...typedColumn(table.rows.map((row) => row[at] ?? null)),
  }));
  await writeFile(outputPath, Buffer.from(parquetWriteBuffer({ columnData })));
}

const maxInteger = 2n ** 63n;

function typedColumn(cells: readonly Scalar[]): {
  type: 'BOOLEAN' | 'DOUBLE' | 'INT64' | 'STRING';
  data: unknown[];
} {
  const values = cells.filter((cell) => cell !== null);
  const isEach = (test: (cell: Scalar) => boolean): boolean => values.length > 0 && values.every(test);
  if (isEach((cell) => typeof cell === 'boolean')) return { type: 'BOOLEAN', data: [...cells] };
  if (isEach(isInteger)) {
    const data = cells.map((cell) => (typeof cell === 'number' ? BigInt(cell) : cell));
    return { type: 'INT64', data };
  }
  if (isEach((cell) => typeof cell === 'number')) return { type: 'DOUBLE', data: [...cells] };
  return { type: 'STRING', data: cells.map((cell) => (cell === null ? null : scalarText(cell))) };
}

function isInteger(cell: Scalar): boolean {
  if (typeof cell === 'bigint') return cell >= -maxInteger && cell < maxInteger;
  return typeof cell === 'number' && Number.isSafeInteger(cell) && !Object.is(cell, -0);
}
