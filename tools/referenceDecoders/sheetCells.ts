import path from 'node:path';
import * as z from 'zod/mini';
import { debianPython } from '../../test/support/debianPython.ts';
import { printedText } from '../../test/support/service/program.ts';
import { decoder, type DecoderComparison, named, type ReferenceDecoder } from './referenceDecoder.ts';

const script = path.join(import.meta.dirname, 'sheetCells.py');

const kinds = ['text', 'number', 'date', 'truth', 'error'] as const;
const cellSchema = z.tuple([z.nullable(z.enum(kinds)), z.string()]);
const sheetsSchema = z.array(
  z.object({ name: z.nullable(z.string()), cells: z.record(z.string(), cellSchema) }),
);

/**
 * The content of a cell: its kind and its value. The kind is `null` if the format or the reader can't distinguish it
 * from text. Dates are in ISO 8601, and durations in hours, minutes, and seconds.
 */
type SheetCell = z.infer<typeof cellSchema>;

/** The sheets of a workbook, or nameless tables, without empty cells. */
export type Sheets = z.infer<typeof sheetsSchema>;

/** The parts of the script, which use openpyxl, xlrd, and Python itself. */
const readers: Readonly<Record<string, string>> = {
  xlsx: 'openpyxl',
  xlsm: 'openpyxl',
  xltx: 'openpyxl',
  xls: 'xlrd',
  xlt: 'xlrd',
  ods: 'openDocument',
  ots: 'openDocument',
  fods: 'openDocument',
  csv: 'csv',
  tsv: 'tsv',
  json: 'json',
  ndjson: 'ndjson',
  sqlite: 'sqlite',
};

export const sheetDecoders: readonly ReferenceDecoder<Sheets>[] = [
  decoder('Python (openpyxl, xlrd)', async (file, format) => {
    const sheets = await sheetsOf(file, format);
    // openpyxl finds no sheets in Strict OOXML.
    return sheets.length === 0 ? undefined : sheets;
  }),
];

/** Names the first cells that differ. Kinds and sheet names that a format lacks aren't compared. */
export const compareSheets: DecoderComparison<Sheets> = (ours, theirs) => {
  const isTable = ours.length === 1 && ours[0]?.name === null;
  const expected = isTable ? theirs.slice(0, 1) : theirs;
  if (ours.length !== expected.length) return `${ours.length} sheets instead of ${expected.length}`;
  const differences = ours.flatMap((sheet, index) => {
    const other = expected[index];
    if (!other) return [];
    const hasOtherName = sheet.name !== null && other.name !== null && sheet.name !== other.name;
    const named = hasOtherName ? [`sheet “${sheet.name}” instead of “${other.name}”`] : [];
    return [...named, ...differingCells(sheet.cells, other.cells)];
  });
  return named(differences);
};

const maxShown = 60;

function differingCells(ours: Sheets[number]['cells'], theirs: Sheets[number]['cells']): string[] {
  const places = new Set([...Object.keys(theirs), ...Object.keys(ours)]);
  return [...places].flatMap((place) => {
    const [cell, other] = [ours[place], theirs[place]];
    if (isSame(cell, other)) return [];
    return [`${place} is ${shown(cell)} instead of ${shown(other)}`];
  });
}

/**
 * Makes cells comparable: an empty text equals a missing cell, and true equals 1, as in LibreOffice and its formats.
 */
function isSame(cell: SheetCell = emptyCell, other: SheetCell = emptyCell): boolean {
  if (cell[1] === other[1]) return isSameKind(cell[0], other[0]) || cell[1] === '';
  if (asNumber(cell) === asNumber(other))
    return isSameKind(cell[0], other[0]) || [cell[0], other[0]].includes('truth');
  return isSameKind(cell[0], other[0]) && areNear(Number(cell[1]), Number(other[1]));
}

const emptyCell: SheetCell = [null, ''];

function isSameKind(kind: SheetCell[0], other: SheetCell[0]): boolean {
  return kind === other || kind === null || other === null;
}

function asNumber([, text]: SheetCell): string {
  return text.replace(/^true$/i, '1').replace(/^false$/i, '0');
}

/** Programs write at least fifteen digits. */
function areNear(number: number, other: number): boolean {
  return Math.abs(number - other) <= 1e-14 * Math.max(Math.abs(number), Math.abs(other));
}

function shown([kind, text]: SheetCell = emptyCell): string {
  if (text === '') return 'empty';
  return `${kind ?? ''} ${JSON.stringify(text.length > maxShown ? `${text.slice(0, maxShown)}…` : text)}`.trim();
}

/**
 * Reads our output with a decoder other than the one that wrote it.
 * @throws Error if that fails
 */
export async function sheetsOf(file: string, format: string): Promise<Sheets> {
  const reader = readers[format];
  if (!reader) throw new Error(`No installed program reads the cells of ${format} files`);
  return sheetsSchema.parse(JSON.parse(await printedText(debianPython, [script, reader, file])));
}
