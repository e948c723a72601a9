import type { Element } from 'hast';
import { fault } from '../../../contract/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { decompressionLimits } from '../faults.ts';
import { childElements, element } from './document.ts';

/** The widest span of HTML. */
const maxColumnSpan = 1000;

/** A place in a row of a table: a cell, the part of a cell from a row above, or nothing. */
export interface Slot {
  readonly cell: Element | undefined;
  readonly column: number;
  readonly columns: number;
  /** The number of rows that the cell spans from this one on. */
  readonly rows: number;
  /** True for the part of a cell that begins in a row above. */
  readonly isContinued: boolean;
}

export interface Grid {
  /** For each row, the slots that fill its columns, in order. */
  readonly rows: readonly (readonly Slot[])[];
  readonly columns: number;
  /** The number of rows that are the table's head. */
  readonly headRows: number;
}

/** Places the cells of a document's tables, up to a total number of places. */
export class Grids {
  #left = decompressionLimits.maxTableCells;

  /**
   * Returns the grid of a table, or `undefined` if it has no cells. Columns in which no cell begins are left out.
   * @throws ConversionError for too many places
   */
  of(table: Element): Grid | undefined {
    const rows = rowsIn(table);
    let above: readonly Slot[] = [];
    let count = 0;
    const placed = rows.map(({ cells, rowsLeft }) => {
      above = placedCells(cells, above, rowsLeft);
      count += above.length;
      this.#check(count);
      return above;
    });
    const { places, columns } = columnPlaces(placed.flat());
    this.#check(rows.length * columns);
    this.#left -= rows.length * columns;
    const grid = placed.map((slots) => {
      const moved = slots.map((slot) => {
        const column = places.get(slot.column) ?? 0;
        return { ...slot, column, columns: (places.get(slot.column + slot.columns) ?? 0) - column };
      });
      return filled(moved, columns);
    });
    const firstOther = rows.findIndex(({ isHead }) => !isHead);
    return columns === 0 ? undefined : { rows: grid, columns, headRows: firstOther < 0 ? 1 : firstOther };
  }

  #check(places: number): void {
    if (places > this.#left) throw new ConversionError(fault('document.depth'));
  }
}

/** Places the cells of a row in the columns that no cell above spans. */
function placedCells(cells: readonly Element[], above: readonly Slot[], rowsLeft: number): Slot[] {
  const spans = above.filter(({ rows }) => rows > 1);
  const slots: Slot[] = [];
  let at = 0;
  let column = 0;
  const passSpans = (end = 0): void => {
    for (let span = spans[at]; span && span.column <= Math.max(column, end); span = spans[(at += 1)]) {
      slots.push({ ...span, rows: span.rows - 1, isContinued: true });
      column = span.column + span.columns;
    }
  };
  for (const cell of cells) {
    passSpans();
    const room = (spans[at]?.column ?? Infinity) - column;
    const columns = Math.min(spanIn(cell, 'colSpan') || 1, maxColumnSpan, room);
    // A cell that spans no rows goes down to the end.
    const rows = Math.min(spanIn(cell, 'rowSpan') || rowsLeft, rowsLeft);
    slots.push({ cell, column, columns, rows, isContinued: false });
    column += columns;
  }
  passSpans(Infinity);
  return slots;
}

function spanIn({ properties }: Element, name: 'colSpan' | 'rowSpan'): number {
  const span = Math.trunc(Number(properties[name] ?? 1));
  return span >= 0 ? span : 1;
}

/** Maps the edges of cells to the number of columns before them, and counts the columns. */
function columnPlaces(slots: readonly Slot[]): {
  readonly places: ReadonlyMap<number, number>;
  readonly columns: number;
} {
  const starts = new Set<number>();
  const edges = new Set<number>();
  for (const { isContinued, column, columns } of slots) {
    if (!isContinued) starts.add(column);
    edges.add(column).add(column + columns);
  }
  const places = new Map<number, number>();
  let count = 0;
  for (const edge of [...edges].toSorted((one, other) => one - other)) {
    places.set(edge, count);
    if (starts.has(edge)) count += 1;
  }
  return { places, columns: count };
}

/** Adds empty slots where a row has no cell. */
function filled(slots: readonly Slot[], columns: number): Slot[] {
  const row: Slot[] = [];
  let column = 0;
  const fillTo = (end: number): void => {
    for (; column < end; column += 1)
      row.push({ cell: undefined, column, columns: 1, rows: 1, isContinued: false });
  };
  for (const slot of slots) {
    fillTo(slot.column);
    row.push(slot);
    column += slot.columns;
  }
  fillTo(columns);
  return row;
}

interface Row {
  readonly cells: readonly Element[];
  readonly isHead: boolean;
  /** The number of rows in its part of the table from this one on. */
  readonly rowsLeft: number;
}

/** Returns the rows of a table in their order. */
export function rowsIn(part: Element): Row[] {
  const children = childElements(part);
  let rowsLeft = children.filter(({ tagName }) => tagName === 'tr').length;
  return children.flatMap((child) => {
    if (/^t(?:head|body|foot)$/.test(child.tagName))
      return rowsIn(child).map((row) => (child.tagName === 'thead' ? { ...row, isHead: true } : row));
    if (child.tagName !== 'tr') return [];
    const cells = childElements(child).filter(({ tagName }) => /^t[hd]$/.test(tagName));
    const isHead = cells.length > 0 && cells.every(({ tagName }) => tagName === 'th');
    return [{ cells, isHead, rowsLeft: rowsLeft-- }];
  });
}

/** Makes a table of rows. */
export function tableOf(head: readonly Element[], body: readonly Element[]): Element {
  return element('table', {}, [
    ...(head.length === 0 ? [] : [element('thead', {}, head)]),
    ...(body.length === 0 ? [] : [element('tbody', {}, body)]),
  ]);
}

/** Makes a row of cells with these texts. */
export function rowOf(tagName: 'td' | 'th', texts: readonly string[]): Element {
  const cells = texts.map((text) => element(tagName, {}, text === '' ? [] : [text]));
  return element('tr', {}, cells);
}
