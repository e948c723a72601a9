import {
  type CellObject,
  CFB,
  type OpenContainer,
  parse_zip,
  type ParsingOptions,
  read,
  utils,
  type WorkBook,
  type WorkSheet,
} from '@e965/xlsx';
import { readFile, stat } from 'node:fs/promises';
import { fault } from '../../contract/fault.ts';
import { ownValue } from '../../util/ownValue.ts';
import { ConversionError, damaged, isConversionError } from '../api/conversionError.ts';
import { bytesOf } from '../lib/byteSource.ts';
import { walkMarkup } from '../lib/markup.ts';
import { SheetLimit } from '../lib/markupLimits.ts';
import { inflatedSize } from '../lib/zip.ts';
import { cellsOf } from './cells.ts';
import { attributeText, readableXml } from './readableXml.ts';
import { firstSheet } from './spreadsheets.ts';
import { checkSummaries, FormatLimit, RangeLimit } from './workbookLimits.ts';

const maxBytes = 100 * 1024 * 1024;
/** The maximum number of cells in a sheet, including empty ones, since each cell is visited. */
export const maxCells = 5_000_000;

/** The first bytes of each format. SheetJS would read any other file as text. */
const beginnings: Readonly<Record<string, RegExp>> = {
  xlsx: /^PK/,
  xlsm: /^PK/,
  ods: /^PK/,
  // An XLS file is a compound file or, in older versions, a plain stream of records.
  xls: /^(?:\xd0\xcf\x11\xe0|\t[^\n ])/, // eslint-disable-line no-control-regex
  fods: /^(?:\xef\xbb\xbf)?\s*<\?xml/,
};

/**
 * Opens a workbook, with limits against decompression bombs.
 * @throws ConversionError `conversion.invalid_input` or `conversion.limit_exceeded`
 */
export async function openWorkbook(path: string, format: string): Promise<WorkBook> {
  if ((await stat(path)).size > maxBytes)
    throw new ConversionError(fault('workbook.bytes', maxBytes / 1024 ** 2));
  const bytes = await readFile(path);
  const head = bytes.toString('latin1', 0, 64);
  if (!ownValue(beginnings, format)?.test(head)) throw unreadable(format);
  if (head.startsWith('PK')) checkInflatedSize(bytes);
  // OpenDocument files may repeat a row a million times, and SheetJS would store every copy in memory.
  if (format === 'ods' || format === 'fods') {
    walkMarkup(path, format, [new SheetLimit({ maxCells }), new FormatLimit()]);
  }
  const workbook = parse(bytes, format);
  // If SheetJS can't read a sheet, it omits the sheet but keeps its name.
  const isWhole = workbook.SheetNames.every((name) => ownValue(workbook.Sheets, name) !== undefined);
  const isDistinct = new Set(workbook.SheetNames).size === workbook.SheetNames.length;
  if (workbook.SheetNames.length === 0 || !isWhole || !isDistinct) throw unreadable(format);
  for (const sheet of Object.values(workbook.Sheets)) shrinkToUsed(sheet, format);
  return workbook;
}

const firstOfCompoundFiles = 0xd0;
const reading: ParsingOptions = { cellNF: true, cellStyles: true, cellHTML: false, sheetStubs: true };

function parse(bytes: Buffer, format: string): WorkBook {
  try {
    if (bytes.toString('latin1', 0, 2) === 'PK') return parseZip(bytes, format);
    if (format === 'xls') return parseBinary(bytes);
    return corrected(read(readableXml(bytes, true), { type: 'buffer', ...reading }));
  } catch (error) {
    throw isConversionError(error) ? error : unreadable(format, error);
  }
}

function parseBinary(bytes: Buffer): WorkBook {
  const isCompoundFile = bytes[0] === firstOfCompoundFiles;
  const file: OpenContainer | undefined = isCompoundFile ? CFB.read(bytes, { type: 'buffer' }) : undefined;
  if (file !== undefined) checkSummaries(file);
  const streams = file ? ['/Workbook', '/Book'].map((name) => CFB.find(file, name)?.content) : [bytes];
  const limit = new RangeLimit();
  for (const stream of streams) if (stream) limit.readRecords(Buffer.from(stream));
  const workbook = read(bytes, { type: 'buffer', ...reading });
  if (file !== undefined) decodeTexts(file, workbook);
  return workbook;
}

function parseZip(bytes: Buffer, format: string): WorkBook {
  const zip: OpenContainer = CFB.read(bytes, { type: 'buffer' });
  const isOpenDocument = format === 'ods';
  const limit = new RangeLimit();
  for (const part of zip.FileIndex) {
    if (!/\.xml$/i.test(part.name)) continue;
    part.content = readableXml(part.content, isOpenDocument);
    part.size = part.content.length;
    if (!isOpenDocument) limit.readPart(part.content);
  }
  if (!isOpenDocument) return parse_zip(zip, { ...reading });
  // OpenDocument files don't need styles (OpenDocument 1.2, part 3, 2.2), but SheetJS requires them.
  const hasStyles = zip.FileIndex.some(({ name }) => name === 'styles.xml');
  if (!hasStyles) CFB.utils.cfb_add(zip, '/styles.xml', Buffer.from('<office:document-styles/>'));
  return corrected(parse_zip(zip, { ...reading }));
}

/**
 * Corrects an OpenDocument workbook: SheetJS doesn't decode the names of sheets, and formats durations without a style
 * as times of day.
 */
function corrected(workbook: WorkBook): WorkBook {
  for (const cell of Object.values(workbook.Sheets).flatMap(cellsOf)) {
    if (cell.z === 'HH:MM:SS' && typeof cell.v === 'number' && cell.v >= 1) cell.z = '[hh]:mm:ss';
  }
  const SheetNames = workbook.SheetNames.map(attributeText);
  const Sheets = Object.fromEntries(
    Object.entries(workbook.Sheets).map(([name, sheet]) => [attributeText(name), sheet]),
  );
  return { ...workbook, SheetNames, Sheets };
}

/**
 * Shrinks a sheet's declared range, which may include every possible cell, to the used cells.
 * @throws ConversionError if there are too many cells, or a cell has no valid position
 */
function shrinkToUsed(sheet: WorkSheet, format: string): void {
  const cells: Readonly<Record<string, CellObject>> = sheet;
  const last = { r: -1, c: -1 };
  for (const [name, cell] of Object.entries(cells)) {
    if (name.startsWith('!')) continue;
    const { r, c } = utils.decode_cell(name);
    if (r < 0 || c < 0) throw unreadable(format);
    last.r = Math.max(last.r, r);
    last.c = Math.max(last.c, c);
    becomeTruth(cell);
  }
  if ((last.r + 1) * (last.c + 1) > maxCells) throw new ConversionError(fault('sheet.cells', maxCells));
  if (last.r === -1) delete sheet['!ref'];
  else sheet['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: last });
}

/**
 * Converts the formulas `TRUE()` and `FALSE()` to Boolean values, because LibreOffice writes Boolean values from Excel
 * that way.
 */
function becomeTruth(cell: CellObject | undefined): void {
  if (cell?.f === undefined || !/^(?:TRUE|FALSE)(?:\(\))?$/i.test(cell.f)) return;
  cell.t = 'b';
  cell.v = /^TRUE/i.test(cell.f);
  delete cell.f;
}

/**
 * Returns a sheet by name, or by number starting at 1.
 * @throws ConversionError `conversion.invalid_input` if there is no such sheet
 */
export function sheetOf(workbook: WorkBook, wanted: string | number = firstSheet): WorkSheet {
  const name = typeof wanted === 'number' ? workbook.SheetNames[wanted - 1] : wanted;
  const sheet = name === undefined ? undefined : ownValue(workbook.Sheets, name);
  if (sheet) return sheet;
  throw new ConversionError(
    typeof wanted === 'number'
      ? fault('workbook.noSheetNumber', String(wanted))
      : fault('workbook.noSheet', wanted),
  );
}

function unreadable(format: string, cause?: unknown): ConversionError {
  return new ConversionError(fault('workbook.unreadable', format), { cause });
}

const maxInflatedBytes = 200 * 1024 * 1024;

/**
 * Limits the uncompressed size of a workbook, since SheetJS has no such limit.
 * @throws ConversionError `conversion.limit_exceeded`, or `conversion.invalid_input` if it isn't a ZIP
 */
function checkInflatedSize(zip: Buffer): void {
  if (sizeOf(zip) > maxInflatedBytes)
    throw new ConversionError(fault('workbook.size', maxInflatedBytes / 1024 ** 2));
}

function sizeOf(zip: Buffer): number {
  try {
    return inflatedSize(bytesOf(zip), maxInflatedBytes);
  } catch (error) {
    throw damaged('workbook', error);
  }
}

/** Encodings, keyed by Microsoft's code page numbers. */
const encodings: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1250: 'windows-1250',
  1251: 'windows-1251',
  1252: 'windows-1252',
  1253: 'windows-1253',
  1254: 'windows-1254',
  1255: 'windows-1255',
  1256: 'windows-1256',
  1257: 'windows-1257',
  1258: 'windows-1258',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  32768: 'macintosh',
  32769: 'windows-1252',
};
const usual = 1252;
const records = { beginning: 0x0809, codePage: 0x0042, end: 0x000a } as const;

/**
 * Decodes the text of an Excel 5 or 95 workbook with its code page, since SheetJS reads the bytes as Latin-1.
 * @throws ConversionError `conversion.unsupported_kind` for an unsupported code page
 */
function decodeTexts(file: OpenContainer, workbook: WorkBook): void {
  const codePage = codePageOf(file);
  if (codePage === undefined) return;
  for (const cell of Object.values(workbook.Sheets).flatMap(cellsOf)) {
    if (typeof cell.v === 'string') cell.v = decoded(cell.v, codePage);
  }
  const names = workbook.SheetNames.map((name) => [name, decoded(name, codePage)] as const);
  workbook.Sheets = Object.fromEntries(
    names.flatMap(([name, text]) => {
      const sheet = ownValue(workbook.Sheets, name);
      return sheet ? [[text, sheet]] : [];
    }),
  );
  workbook.SheetNames = names.map(([, text]) => text);
}

function decoded(text: string, codePage: number): string {
  // eslint-disable-next-line no-control-regex
  if (/^[\0-\x7f]*$/.test(text)) return text;
  const encoding = ownValue(encodings, String(codePage));
  if (encoding === undefined) throw new ConversionError(fault('workbook.codePage', codePage));
  return new TextDecoder(encoding).decode(Buffer.from(text, 'latin1'));
}

/** Returns the code page of a workbook older than Excel 97. Its stream in the compound file is named `Book`. */
function codePageOf(file: OpenContainer): number | undefined {
  const stream: Buffer | undefined = CFB.find(file, '/Book')?.content;
  if (stream === undefined || stream.length < 4 || stream.readUInt16LE(0) !== records.beginning)
    return undefined;
  for (let at = 0; at + 6 <= stream.length; at += 4 + stream.readUInt16LE(at + 2)) {
    const record = stream.readUInt16LE(at);
    if (record === records.codePage) return stream.readUInt16LE(at + 4);
    if (record === records.end) break;
  }
  return usual;
}
