import type { Element, ElementContent, RootContent } from 'hast';
import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { fault } from '../../../contract/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { columnWidths, equalWidths, extentsOf, sum } from '../tree/columns.ts';
import { styleOf, textIn, textProperty } from '../tree/document.ts';
import { type Grid, type Slot } from '../tree/tables.ts';
import { extentOf } from './columns.ts';
import { alignedLook, type InlineLook } from './inline.ts';
import { colors, type TextSurroundings } from './page.ts';

/** Typesets the content of a table cell that is `width` points wide. */
type TypesetBox = (
  nodes: readonly ElementContent[],
  page: TextSurroundings,
  width: number,
  look: InlineLook,
) => Content[];

const padding = 5;
const lineWidth = 0.5;
const strongLineWidth = 0.9;
/** Letters aren't set smaller than this to fit words into their columns. */
const smallestSize = 7;
const maxColumns = 60;
const minColumnWidth = 8;
/** A longer row isn't repeated as a header, because it may be higher than a page. */
const maxHeaderCharacters = 1000;

/**
 * Typesets a table that is at most `width` points wide. Words that are too long for their columns are set smaller, and
 * then broken.
 */
export function tableOf(
  node: Element,
  page: TextSurroundings,
  width: number,
  look: InlineLook,
  boxOf: TypesetBox,
): Content[] {
  const grid = page.grids.of(node);
  if (grid === undefined) return [];
  const { rows, columns } = grid;
  const room = width - columns * (2 * padding + lineWidth) - lineWidth;
  if (columns > maxColumns || room / columns < minColumnWidth) {
    throw new ConversionError(fault('table.width', columns));
  }
  const cellPage = { ...page, isCell: true, size: Math.min(page.size, page.look.tableSize) };
  const { size, widths } = fitted(grid, cellPage, room, look);
  const body = rows.map((slots) =>
    slots.flatMap((slot) => cellsOf(slot, { ...cellPage, size }, widths, look, boxOf)),
  );
  const hasSpans = rows.flat().some((slot) => slot.columns > 1 || slot.isContinued);
  const isHeader = rows.length > 1 && isHeaderRow(rows[0] ?? []);
  const isStrong = (row: number): boolean => row === 0 || row === rows.length || (isHeader && row === 1);
  const table: Content = {
    table: { body, widths: [...widths], ...(isHeader ? { headerRows: 1, keepWithHeaderRows: 1 } : {}) },
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
    fontSize: size,
    margin: [0, 2, 0, page.look.paragraphGap + 3],
  };
  return [table];
}

/** Chooses the font size of a table and the widths of its columns. */
function fitted(
  grid: Grid,
  page: TextSurroundings,
  room: number,
  look: InlineLook,
): { readonly size: number; readonly widths: readonly number[] } {
  const extentsAt = (size: number) => extentsOf(grid, (cell) => extentOf(cell, { ...page, size }, look));
  const usual = extentsAt(page.size);
  const widths = columnWidths(usual, room);
  if (widths !== undefined) return { size: page.size, widths };
  const least = sum(usual.map((each) => each.least));
  const size = Math.min(page.size, Math.max(smallestSize, (page.size * room) / least));
  const extents = extentsAt(size);
  return { size, widths: columnWidths(extents, room) ?? equalWidths(extents, room) };
}

/** Returns a cell for each column of a slot. Those that a cell covers are empty. */
function cellsOf(
  { cell, column, columns, rows, isContinued }: Slot,
  page: TextSurroundings,
  widths: readonly number[],
  outer: InlineLook,
  boxOf: TypesetBox,
): TableCell[] {
  const covered = Array.from({ length: columns }, (): TableCell => ({}));
  if (isContinued) return covered;
  if (cell === undefined) return [{ text: ' ' }];
  const width = sum(widths.slice(column, column + columns)) + (columns - 1) * (2 * padding + lineWidth);
  const fill = styleOf(cell).backgroundColor;
  page.anchors.place(textProperty(cell, 'id'));
  const { backgroundColor: _, ...look } = alignedLook(cell, outer, page);
  const stack = boxOf(cell.children, page, width, fill === undefined ? look : { ...look, fill });
  const { alignment } = look;
  const shown = {
    stack,
    ...(rows > 1 ? { rowSpan: rows } : {}),
    ...(columns > 1 ? { colSpan: columns } : {}),
    ...(alignment === undefined ? {} : { alignment }),
    ...(fill === undefined ? {} : { fillColor: fill }),
  };
  return [shown, ...covered.slice(1)];
}

function isHeaderRow(row: readonly Slot[]): boolean {
  const cells = row.flatMap(({ cell }) => cell ?? []);
  const length = cells.reduce((total, cell) => total + textIn(cell).length, 0);
  const isRepeatable = length > 0 && length <= maxHeaderCharacters;
  return isRepeatable && row.every(({ rows }) => rows === 1) && cells.every(isBold);
}

/** True if the whole text of an element is bold, as in a header. */
function isBold(node: RootContent): boolean {
  if (node.type !== 'element') return node.type !== 'text' || node.value.trim() === '';
  return /^(?:th|b|strong)$/.test(node.tagName) || node.children.every(isBold);
}
