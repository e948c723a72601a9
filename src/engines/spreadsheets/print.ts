import type { Element, ElementContent } from 'hast';
import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { type RecordTable, widthOf } from '../data/tables.ts';
import { type Scalar, scalarText } from '../data/tree.ts';
import { printTree } from '../documents/convert.ts';
import { documentOptions, type DocumentOptions } from '../documents/documents.ts';
import { element } from '../documents/tree/document.ts';
import { defaultPaper } from '../lib/paper.ts';
import type { TitledTable } from './textTables.ts';

/** More columns would be too narrow to read, so a wider table is printed in parts. */
const maxColumns = { portrait: 8, landscape: 12 } as const;
/** A cell takes 7 kB while it is printed. */
const maxPrintedCells = 100_000;

/** Prints tables as a PDF, each under its name if there are several. @throws ConversionError */
export async function printTables(
  tables: readonly TitledTable[],
  outputPath: string,
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  const options = documentOptions.parse(given);
  const children = tables.flatMap(({ title = '', ...table }) => [
    ...(tables.length > 1 ? [element('h2', {}, [title])] : []),
    ...partsOf(table, options).map(tableElement),
  ]);
  await printTree({ root: { type: 'root', children }, pictures: new Map() }, outputPath, options);
}

/** Splits a table that is too wide for a page. Each part begins with the first column, which tells the rows apart. */
function partsOf(
  table: RecordTable,
  { orientation = defaultPaper.orientation }: DocumentOptions,
): RecordTable[] {
  const width = widthOf(table);
  if (width * table.rows.length > maxPrintedCells)
    throw new ConversionError(fault('table.cells', maxPrintedCells));
  const perPart = maxColumns[orientation];
  if (width <= perPart) return width === 0 ? [] : [table];
  const { header, rows } = table;
  return Array.from({ length: Math.ceil((width - 1) / (perPart - 1)) }, (_, part) => {
    const start = 1 + part * (perPart - 1);
    const cut = <T>(row: readonly T[]): T[] => [...row.slice(0, 1), ...row.slice(start, start + perPart - 1)];
    return { header: header && cut(header), rows: rows.map(cut) };
  });
}

function tableElement({ header, rows }: RecordTable): Element {
  return element('table', {}, [
    ...(header === undefined ? [] : [rowElement('th', header)]),
    ...rows.map((cells) => rowElement('td', cells)),
  ]);
}

function rowElement(tag: 'th' | 'td', cells: readonly Scalar[]): Element {
  return element(
    'tr',
    {},
    cells.map((cell) => cellElement(tag, scalarText(cell))),
  );
}

/** A number, date, or time as a cell shows it, perhaps with a currency or a percent sign. */
const number = /^[-+−(]?\p{Sc}?\s?\d[\d.,:/'’\s-]*\)?\s?[%\p{Sc}]?$/u;

function cellElement(tag: 'th' | 'td', text: string): Element {
  const lines = text
    .split(/\r?\n/)
    .flatMap((line, at): (ElementContent | string)[] => [
      ...(at === 0 ? [] : [element('br', {})]),
      line.replaceAll(/\s+/g, ' '),
    ]);
  return element(tag, number.test(text) ? { align: 'right' } : {}, lines);
}
