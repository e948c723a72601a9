import type { Element } from 'hast';
import { fault } from '../../../contract/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { numberIn } from './inline.ts';

const maxSlots = 500_000;
export const maxColumns = 60;

/** A position in a table's grid: the upper left corner of a cell, or `undefined` for the rest of the cell's area. */
export type Slot =
  | { readonly cell: Element | undefined; readonly rowSpan: number; readonly colSpan: number }
  | undefined;

/** Returns the rows of a table in the order of the document. */
export function rowsOf({ children }: Element): Element[] {
  return children.flatMap((child) => {
    if (child.type !== 'element') return [];
    if (child.tagName === 'tr') return [child];
    return /^t(?:head|body|foot)$/.test(child.tagName) ? rowsOf(child) : [];
  });
}

/**
 * Returns table rows of the same length, with each cell in the first free slot.
 * @throws ConversionError for a table with too many slots
 */
export function gridOf(rows: readonly Element[]): Slot[][] {
  const grid: (Slot | null)[][] = rows.map(() => []);
  let slots = 0;
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const cell of row.children) {
      if (cell.type !== 'element' || !/^t[dh]$/.test(cell.tagName)) continue;
      while (grid[y]?.[x] !== undefined) x += 1;
      const rowSpan = Math.min(Math.max(numberIn(cell, 'rowSpan') ?? 1, 1), rows.length - y);
      const colSpan = Math.min(Math.max(numberIn(cell, 'colSpan') ?? 1, 1), maxColumns);
      slots += rowSpan * colSpan;
      if (slots > maxSlots) throw new ConversionError(fault('document.depth'));
      for (let dy = 0; dy < rowSpan; dy += 1) {
        for (let dx = 0; dx < colSpan; dx += 1) (grid[y + dy] ?? [])[x + dx] = null;
      }
      (grid[y] ?? [])[x] = { cell, rowSpan, colSpan };
    }
  }
  const columns = Math.max(0, ...grid.map((row) => row.length));
  const empty = { cell: undefined, rowSpan: 1, colSpan: 1 };
  return grid.map((row) =>
    Array.from({ length: columns }, (_, x) => (row[x] === undefined ? empty : (row[x] ?? undefined))),
  );
}
