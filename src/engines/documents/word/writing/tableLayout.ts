import type { Element, RootContent } from 'hast';
import { fault } from '../../../../contract/fault.ts';
import { ConversionError } from '../../../api/conversionError.ts';
import { textIn } from '../../tree/document.ts';
import { numberOf } from './lists.ts';

/** The widest span of HTML. */
const maxColumnSpan = 1000;
/** The width of an average letter, and of the space beside the text of a cell. */
const letterTwips = 115;
export const paddingTwips = 200;
/** The longest text of a cell that makes its column wider. */
const maxLetters = 300;
const block = /^(?:blockquote|d[dt]|div|h[1-6]|li|p)$/;
const tableLetters = 'MMMMM '.repeat(12);

/** A cell of a table, or an empty slot. */
export interface Slot {
  readonly cell: Element | undefined;
  readonly columns: number;
  /** Word writes a cell that spans rows in each of them. */
  readonly rows: 'one' | 'first' | 'further';
}

interface TableRow {
  readonly isHeader: boolean;
  readonly slots: readonly Slot[];
}

interface PlacedSlot extends Slot {
  readonly column: number;
  /** The number of rows that the cell spans below this one. */
  readonly rowsBelow: number;
}

/**
 * Places the cells of a table in rows of the same number of columns. Columns in which no cell begins are left out.
 * @param budget the number of slots that the document may still have
 * @throws ConversionError for a document that has more
 */
export function tableRows(table: Element, budget: { slots: number }): TableRow[] {
  const rows = rowsOf(table);
  let above: readonly PlacedSlot[] = [];
  const placed = rows.map(({ cells }) => {
    above = placedCells(cells, above, rows.length);
    take(budget, above.length);
    return above;
  });
  const { places, count } = columnPlaces(placed.flat());
  return rows.map(({ cells, isHead }, index) => {
    const slots: Slot[] = [];
    let column = 0;
    const fillTo = (end: number): void => {
      take(budget, Math.max(0, end - column));
      for (; column < end; column += 1) slots.push({ cell: undefined, columns: 1, rows: 'one' });
    };
    for (const slot of placed[index] ?? []) {
      fillTo(places.get(slot.column) ?? 0);
      const columns = (places.get(slot.column + slot.columns) ?? 0) - column;
      slots.push({ ...slot, columns });
      column += columns;
    }
    fillTo(count);
    return {
      isHeader: isHead || (cells.length > 0 && cells.every(({ tagName }) => tagName === 'th')),
      slots,
    };
  });
}

function take(budget: { slots: number }, slots: number): void {
  budget.slots -= slots;
  if (budget.slots < 0) throw new ConversionError(fault('document.depth'));
}

/** Places the cells of a row in the columns that no cell above spans. */
function placedCells(
  cells: readonly Element[],
  above: readonly PlacedSlot[],
  rowCount: number,
): PlacedSlot[] {
  const spans = above.filter(({ rowsBelow }) => rowsBelow > 0);
  const slots: PlacedSlot[] = [];
  let at = 0;
  let column = 0;
  const passSpans = (end = 0): void => {
    for (let span = spans[at]; span && span.column <= Math.max(column, end); span = spans[(at += 1)]) {
      slots.push({ ...span, cell: undefined, rows: 'further', rowsBelow: span.rowsBelow - 1 });
      column = span.column + span.columns;
    }
  };
  for (const cell of cells) {
    passSpans();
    const room = (spans[at]?.column ?? Infinity) - column;
    const columns = Math.min(Math.max(numberOf(cell, 'colSpan') ?? 1, 1), maxColumnSpan, room);
    const rowSpan = numberOf(cell, 'rowSpan') ?? 1;
    const rowsBelow = (rowSpan === 0 ? rowCount : Math.max(rowSpan, 1)) - 1;
    slots.push({ cell, column, columns, rows: rowsBelow > 0 ? 'first' : 'one', rowsBelow });
    column += columns;
  }
  passSpans(Infinity);
  return slots;
}

/** Maps the edges of cells to the number of columns before them, and counts the columns. */
function columnPlaces(slots: readonly PlacedSlot[]): {
  readonly places: ReadonlyMap<number, number>;
  readonly count: number;
} {
  const starts = new Set<number>();
  const edges = new Set<number>();
  for (const { cell, column, columns } of slots) {
    if (cell !== undefined) starts.add(column);
    edges.add(column).add(column + columns);
  }
  const places = new Map<number, number>();
  let count = 0;
  for (const edge of [...edges].toSorted((one, other) => one - other)) {
    places.set(edge, count);
    if (starts.has(edge)) count += 1;
  }
  return { places, count };
}

interface Row {
  readonly cells: readonly Element[];
  readonly isHead: boolean;
}

/** The order of a table's parts. Rows may also be in the table itself. */
const parts: readonly (readonly string[])[] = [['thead'], ['tbody', 'tr'], ['tfoot']];

function rowsOf(table: Element): Row[] {
  return parts.flatMap((names) =>
    elementsAmong(table.children, names).flatMap((part) =>
      (part.tagName === 'tr' ? [part] : elementsAmong(part.children, ['tr'])).map((row) => ({
        cells: elementsAmong(row.children, ['td', 'th']),
        isHead: part.tagName === 'thead',
      })),
    ),
  );
}

function elementsAmong(nodes: readonly RootContent[], names: readonly string[]): Element[] {
  return nodes.filter((node): node is Element => node.type === 'element' && names.includes(node.tagName));
}

/**
 * Returns the widths of a table's columns in twips: those of their texts if they fit into `width`. Otherwise, columns
 * get the width of their longest word, and a share of the rest.
 * @param widthOf returns the width of a picture
 */
export function columnWidths(
  rows: readonly TableRow[],
  width: number,
  widthOf: (picture: Element) => number,
): number[] {
  const longest: { word: number; text: number }[] = [];
  for (const { slots } of rows) {
    let column = 0;
    for (const { cell, columns } of slots) {
      const found = (longest[column] ??= { word: 1, text: 1 });
      if (cell !== undefined && columns === 1) {
        for (const text of textOf(cell, widthOf).split('\n')) {
          found.text = Math.max(found.text, Math.min(text.length, maxLetters));
          for (const word of text.split(/[\s-]+/)) found.word = Math.max(found.word, word.length);
        }
      }
      column += columns;
    }
  }
  const count = Math.max(1, longest.length);
  const least = Array.from(longest, ({ word }) => lettersWidth(Math.min(word, maxLetters)));
  const most = Array.from(longest, ({ text }) => lettersWidth(text));
  const needed = sum(least);
  if (needed > width) {
    const fair = least.map((each) => Math.min(each, width / count));
    const wider = least.map((each, column) => each - (fair[column] ?? 0));
    return shared(fair, wider, width);
  }
  const wider = most.map((each, column) => Math.max(0, each - (least[column] ?? 0)));
  return shared(least, wider, Math.min(width, needed + sum(wider)));
}

/** Returns widths with this sum, each wider than the least in proportion. */
function shared(least: readonly number[], wider: readonly number[], width: number): number[] {
  const share = (width - sum(least)) / Math.max(1, sum(wider));
  return least.map((each, column) => Math.max(1, Math.floor(each + (wider[column] ?? 0) * share)));
}

function lettersWidth(letters: number): number {
  return letters * letterTwips + paddingTwips;
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** The text of a cell, with letters in place of pictures and nested tables, so that each text is measured once. */
function textOf(node: RootContent, widthOf: (picture: Element) => number): string {
  if (node.type !== 'element') return textIn(node);
  if (node.tagName === 'table') return tableLetters;
  if (node.tagName === 'footnote') return '';
  if (node.tagName === 'br') return '\n';
  if (node.tagName === 'img')
    return 'M'.repeat(Math.min(maxLetters, Math.round(widthOf(node) / letterTwips)));
  const text = node.children.map((child) => textOf(child, widthOf)).join('');
  return block.test(node.tagName) ? `${text}\n` : text;
}
