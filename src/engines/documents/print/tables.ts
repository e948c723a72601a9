import type { OfficeContentNode } from 'officeparser';
import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { fault } from '../../../contract/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { childrenOf } from './inline.ts';
import { colors, type TextSurroundings } from './page.ts';

type Cell = OfficeContentNode & { type: 'cell' };

/** Typesets the content of a table cell or list item that is `width` points wide. */
type TypesetBox = (
  nodes: readonly OfficeContentNode[],
  page: TextSurroundings,
  width: number,
) => Promise<Content[]>;

const maxColumns = 60;
const maxSlots = 500_000;
const padding = 5;
const lineWidth = 0.5;
const strongLineWidth = 0.9;
const smallestSize = 6;
/** The maximum width of a letter, as a fraction of the font size. */
const letterWidth = 0.6;
const minColumnWidth = 8;

/**
 * Typesets a table that is at most `width` points wide. Words that are too long for their columns are set smaller and
 * broken.
 */
export async function tableOf(
  node: OfficeContentNode,
  page: TextSurroundings,
  width: number,
  boxOf: TypesetBox,
): Promise<Content[]> {
  const rows = (node.children ?? []).filter(({ type }) => type === 'row');
  const grid = gridOf(rows);
  const columns = grid[0]?.length ?? 0;
  if (columns === 0) return [];
  const room = width / columns - 2 * padding - lineWidth;
  if (columns > maxColumns || room < minColumnWidth) {
    throw new ConversionError(fault('table.width', columns));
  }
  const size = Math.min(page.size, page.look.tableSize);
  const least = grid[0]?.map((_, column) => longestWord(grid, column) * letterWidth * size) ?? [];
  const needed = least.reduce((sum, each) => sum + each, 0);
  const fits = needed <= room * columns;
  const fontSize = fits ? size : Math.max(smallestSize, (size * room * columns) / needed);
  const cellPage = { ...page, size: fontSize, isCell: true };
  const body: TableCell[][] = [];
  for (const row of grid) {
    body.push(await Promise.all(row.map(async (slot) => cellOf(slot, cellPage, room, boxOf))));
  }
  const hasSpans = grid.flat().some((slot) => slot === undefined);
  const isHeader = grid.length > 1 && (grid[0] ?? []).every((slot) => isHeaderCell(slot));
  const isStrong = (row: number): boolean => row === 0 || row === grid.length || (isHeader && row === 1);
  return [
    {
      table: {
        body,
        widths: grid[0]?.map(() => (fits ? 'auto' : room)) ?? [],
        ...(isHeader ? { headerRows: 1, keepWithHeaderRows: 1 } : {}),
      },
      layout: {
        hLineWidth: (row) => (isStrong(row) ? strongLineWidth : lineWidth),
        vLineWidth: () => (hasSpans ? lineWidth : 0),
        hLineColor: (row) => (isStrong(row) ? colors.strongLine : colors.line),
        vLineColor: () => colors.line,
        paddingLeft: () => padding,
        paddingRight: () => padding,
        paddingTop: () => page.look.cellPadding,
        paddingBottom: () => page.look.cellPadding - 0.5,
      },
      fontSize,
      margin: [0, 2, 0, page.look.paragraphGap + 3],
    },
  ];
}

/** A position in a table's grid: the upper left corner of a cell, or `undefined` for the rest of the cell's area. */
type Slot =
  | { readonly cell: Cell | undefined; readonly rowSpan: number; readonly colSpan: number }
  | undefined;

/**
 * Returns table rows of the same length, with each cell in the first free slot.
 * @throws ConversionError for a table with too many slots
 */
function gridOf(rows: readonly OfficeContentNode[]): Slot[][] {
  const grid: (Slot | null)[][] = rows.map(() => []);
  let slots = 0;
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const cell of (row.children ?? []).filter((child): child is Cell => child.type === 'cell')) {
      while (grid[y]?.[x] !== undefined) x += 1;
      const rowSpan = Math.min(Math.max(cell.metadata?.rowSpan ?? 1, 1), rows.length - y);
      const colSpan = Math.min(Math.max(cell.metadata?.colSpan ?? 1, 1), maxColumns);
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

async function cellOf(
  slot: Slot,
  page: TextSurroundings,
  room: number,
  boxOf: TypesetBox,
): Promise<TableCell> {
  if (slot === undefined) return {};
  const { cell, rowSpan, colSpan } = slot;
  const width = room * colSpan + (2 * padding + lineWidth) * (colSpan - 1);
  const stack = await boxOf(cell === undefined ? [] : childrenOf(cell), page, width);
  const alignment = cell?.metadata?.align;
  return {
    stack,
    ...(alignment === undefined ? {} : { alignment }),
    ...(rowSpan > 1 ? { rowSpan } : {}),
    ...(colSpan > 1 ? { colSpan } : {}),
  };
}

function isHeaderCell(slot: Slot): boolean {
  if (slot?.cell === undefined) return slot === undefined;
  const texts = [...textsIn(slot.cell)];
  return slot.cell.metadata?.style === 'header' || texts.every(({ formatting }) => formatting?.bold === true);
}

function longestWord(grid: readonly Slot[][], column: number): number {
  const words = grid.flatMap((row) => {
    const slot = row[column];
    if (slot?.cell === undefined || slot.colSpan > 1) return [];
    return [...textsIn(slot.cell)].flatMap(({ text = '' }) =>
      text.split(/[\s-]+/).map(({ length }) => length),
    );
  });
  return words.reduce((longest, length) => Math.max(longest, length), 1);
}

function* textsIn(node: OfficeContentNode): Generator<OfficeContentNode> {
  if (node.type === 'text' || (node.children ?? []).length === 0) yield node;
  else for (const child of node.children ?? []) yield* textsIn(child);
}
