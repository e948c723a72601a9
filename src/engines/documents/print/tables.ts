import type { Element, ElementContent, RootContent } from 'hast';
import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { fault } from '../../../contract/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { styleOf, textIn, textProperty } from '../tree/document.ts';
import { columnWidths, equalWidths, extentsOf } from './columns.ts';
import { gridOf, maxColumns, rowsOf, type Slot } from './grid.ts';
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
  const grid = gridOf(rowsOf(node));
  const columns = grid[0]?.length ?? 0;
  const captions = node.children.filter((child) => child.type === 'element' && child.tagName === 'caption');
  const caption =
    captions.length === 0 ? [] : boxOf(captions, { ...page, below: 4 * page.size }, width, look);
  if (columns === 0) return caption;
  const room = width - columns * (2 * padding + lineWidth) - lineWidth;
  if (columns > maxColumns || room / columns < minColumnWidth) {
    throw new ConversionError(fault('table.width', columns));
  }
  const cellPage = { ...page, isCell: true, size: Math.min(page.size, page.look.tableSize) };
  const { size, widths } = fitted(grid, cellPage, room, look);
  const body = grid.map((row) =>
    row.map((slot, column) => cellOf(slot, { ...cellPage, size }, widths.slice(column), look, boxOf)),
  );
  const hasSpans = grid.flat().some((slot) => slot === undefined);
  const isHeader = grid.length > 1 && isHeaderRow(grid[0] ?? []);
  const isStrong = (row: number): boolean => row === 0 || row === grid.length || (isHeader && row === 1);
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
  return [...caption, table];
}

/** Chooses the font size of a table and the widths of its columns. */
function fitted(
  grid: readonly (readonly Slot[])[],
  page: TextSurroundings,
  room: number,
  look: InlineLook,
): { readonly size: number; readonly widths: readonly number[] } {
  const usual = extentsOf(grid, page, look);
  const widths = columnWidths(usual, room);
  if (widths !== undefined) return { size: page.size, widths };
  const least = usual.reduce((total, each) => total + each.least, 0);
  const size = Math.min(page.size, Math.max(smallestSize, (page.size * room) / least));
  const extents = extentsOf(grid, { ...page, size }, look);
  return { size, widths: columnWidths(extents, room) ?? equalWidths(extents, room) };
}

function cellOf(
  slot: Slot,
  page: TextSurroundings,
  [own = 0, ...following]: readonly number[],
  outer: InlineLook,
  boxOf: TypesetBox,
): TableCell {
  if (slot === undefined) return {};
  const { cell, rowSpan, colSpan } = slot;
  const width = following
    .slice(0, colSpan - 1)
    .reduce((total, each) => total + each + 2 * padding + lineWidth, own);
  const spans = { ...(rowSpan > 1 ? { rowSpan } : {}), ...(colSpan > 1 ? { colSpan } : {}) };
  if (cell === undefined) return { text: ' ', ...spans };
  const fill = styleOf(cell).backgroundColor;
  page.anchors.place(textProperty(cell, 'id'));
  const { background: _, ...look } = alignedLook(cell, outer, page);
  const stack = boxOf(cell.children, page, width, fill === undefined ? look : { ...look, fill });
  const { alignment } = look;
  return {
    stack,
    ...spans,
    ...(alignment === undefined ? {} : { alignment }),
    ...(fill === undefined ? {} : { fillColor: fill }),
  };
}

function isHeaderRow(row: readonly Slot[]): boolean {
  const cells = row.flatMap((slot) => slot?.cell ?? []);
  const length = cells.reduce((total, cell) => total + textIn(cell).length, 0);
  const isRepeatable = length > 0 && length <= maxHeaderCharacters;
  return isRepeatable && row.every((slot) => (slot?.rowSpan ?? 1) === 1) && cells.every(isBold);
}

/** True if the whole text of an element is bold, as in a header. */
function isBold(node: RootContent): boolean {
  if (node.type !== 'element') return node.type !== 'text' || node.value.trim() === '';
  return /^(?:th|b|strong)$/.test(node.tagName) || node.children.every(isBold);
}
