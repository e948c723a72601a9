import type { Element, RootContent } from 'hast';
import { headingLevel } from '../tree/contents.ts';
import { textIn, textProperty } from '../tree/document.ts';
import { characterWidth, codePadding, minColumns } from './code.ts';
import type { Slot } from './grid.ts';
import { codeScale, indent, type InlineLook, isInline, lookOf } from './inline.ts';
import { headingSize, type TextSurroundings } from './page.ts';
import { shownSize } from './pictures.ts';

/** The widths of a cell or column in points. */
interface Extent {
  /** The width of the longest word, so that no word is broken. */
  readonly least: number;
  /** The width of the longest line, so that no line is broken. */
  readonly most: number;
}

/** A word that takes a larger part of the table than this may be broken. */
const maxWordPart = 0.35;
const leastPicture = 48;
/** Space for rounding. */
const slack = 0.5;

/** Distributes `room` to the columns of a table by their content, or returns `undefined` if words have to be broken. */
export function columnWidths(extents: readonly Extent[], room: number): readonly number[] | undefined {
  const most = sum(extents.map((each) => each.most));
  if (most <= room) return extents.map((each) => each.most);
  const least = extents.map((each) => Math.min(each.least, room * maxWordPart));
  const left = room - sum(least);
  if (left < 0) return undefined;
  const wanted = sum(extents.map((each, column) => each.most - (least[column] ?? 0)));
  return extents.map((each, column) => {
    const own = least[column] ?? 0;
    return own + (left * (each.most - own)) / wanted;
  });
}

/** Distributes `room` so that narrow columns keep their words, and wide ones have equal widths. */
export function equalWidths(extents: readonly Extent[], room: number): readonly number[] {
  const ascending = extents.map(({ least }) => least).toSorted((a, b) => a - b);
  let left = room;
  let widest = 0;
  for (const [index, least] of ascending.entries()) {
    widest = left / (ascending.length - index);
    if (least > widest) break;
    left -= least;
  }
  return extents.map(({ least }) => Math.min(least, widest));
}

/** Measures the columns of a table. */
export function extentsOf(
  grid: readonly (readonly Slot[])[],
  page: TextSurroundings,
  look: InlineLook,
): readonly Extent[] {
  const columns = (grid[0] ?? []).map(() => ({ least: 1, most: 1 }));
  const spanning: { readonly column: number; readonly colSpan: number; readonly extent: Extent }[] = [];
  for (const row of grid) {
    for (const [column, slot] of row.entries()) {
      if (slot?.cell === undefined) continue;
      const extent = extentOf(slot.cell, page, look);
      if (slot.colSpan === 1) widen(columns[column], extent);
      else spanning.push({ column, colSpan: slot.colSpan, extent });
    }
  }
  for (const { column, colSpan, extent } of spanning) {
    const spanned = columns.slice(column, column + colSpan);
    const least = (extent.least - sum(spanned.map((each) => each.least))) / colSpan;
    const most = (extent.most - sum(spanned.map((each) => each.most))) / colSpan;
    for (const each of spanned) widen(each, { least: each.least + least, most: each.most + most });
  }
  return columns;
}

function widen(column: { least: number; most: number } | undefined, { least, most }: Extent): void {
  if (column === undefined) return;
  column.least = Math.max(column.least, least);
  column.most = Math.max(column.most, least, most);
}

function extentOf(cell: Element, page: TextSurroundings, outer: InlineLook): Extent {
  let [least, most, line] = [0, 0, 0];
  const endLine = (start: number): void => {
    most = Math.max(most, line);
    line = start;
  };
  const addWord = (width: number, start: number): void => {
    least = Math.max(least, start + width);
  };
  const visit = (node: RootContent, look: InlineLook, size: number, start: number): void => {
    if (node.type === 'text') {
      const scale = look.code ? size * codeScale : size;
      for (const word of node.value.split(/(?<=[\s/-])/)) {
        line += page.typesetter.widthOf(word, look) * scale;
        addWord(page.typesetter.widthOf(word.trimEnd(), look) * scale, start);
      }
    }
    if (node.type !== 'element') return;
    const drawn = drawnWidth(node, page);
    if (drawn !== undefined) {
      line += drawn;
      addWord(Math.min(drawn, leastPicture), start);
    } else if (node.tagName === 'pre') {
      const columns = Math.max(
        0,
        ...textIn(node)
          .split('\n')
          .map(({ length }) => length),
      );
      const character = characterWidth * Math.min(page.look.codeSize, page.size);
      endLine(start);
      line += columns * character + 2 * codePadding;
      addWord(Math.min(columns, minColumns) * character + 2 * codePadding, start);
      endLine(start);
    } else if (node.tagName === 'br') endLine(start);
    else if (node.tagName === 'footnote' || node.tagName === 'input') line += size;
    else {
      const level = headingLevel(node.tagName);
      const isBlock = !isInline(node, page);
      const inner = start + (/^(?:blockquote|dd|li)$/.test(node.tagName) ? indent : 0);
      if (isBlock) endLine(inner);
      const innerLook = { ...lookOf(node, look, page), ...(level === undefined ? {} : { heading: true }) };
      for (const child of node.children)
        visit(child, innerLook, level === undefined ? size : headingSize(page, level), inner);
      if (isBlock) endLine(start);
    }
  };
  const look = lookOf(cell, outer, page);
  for (const child of cell.children) visit(child, look, page.size, 0);
  endLine(0);
  return { least: least + slack, most: most + slack };
}

/** The width of a formula or picture in points. */
function drawnWidth(node: Element, page: TextSurroundings): number | undefined {
  const formula = page.formulas.get(node);
  if (formula !== undefined) return formula.width * page.size;
  if (node.tagName !== 'img') return undefined;
  const picture = page.pictures.get(textProperty(node, 'src') ?? '');
  return picture && shownSize(node, picture, page).width;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
