import type { Element, RootContent } from 'hast';
import { textIn } from './document.ts';
import type { Grid } from './tables.ts';

/** The widths of a cell or column in points. */
export interface Extent {
  /** The width of the longest word, so that no word is broken. */
  readonly least: number;
  /** The width of the longest line, so that no line is broken. */
  readonly most: number;
}

/** If the longest words don't all fit, those that take a larger part of the table than this may be broken. */
const maxWordPart = 0.35;
/** The width of an average letter, and of the space beside the text of a cell. */
const letterWidth = 5.75;
const padding = 10;
/** The longest text of a cell that makes its column wider. */
const maxLetters = 300;
const block = /^(?:blockquote|d[dt]|div|h[1-6]|li|p)$/;
const tableLetters = 'MMMMM '.repeat(12);

/** Distributes `room` to the columns of a table by their content, or returns `undefined` if words have to be broken. */
export function columnWidths(extents: readonly Extent[], room: number): readonly number[] | undefined {
  const most = sum(extents.map((each) => each.most));
  if (most <= room) return extents.map((each) => each.most);
  const words = extents.map((each) => each.least);
  const least = sum(words) <= room ? words : words.map((each) => Math.min(each, room * maxWordPart));
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

/** Measures the columns of a table by their cells. */
export function extentsOf({ rows, columns }: Grid, extentOf: (cell: Element) => Extent): readonly Extent[] {
  const extents = Array.from({ length: columns }, () => ({ least: 1, most: 1 }));
  const spanning: { readonly spanned: typeof extents; readonly extent: Extent }[] = [];
  for (const { cell, column, columns: count, isContinued } of rows.flat()) {
    if (cell === undefined || isContinued) continue;
    const extent = extentOf(cell);
    const spanned = extents.slice(column, column + count);
    if (count === 1) widen(spanned[0], extent);
    else spanning.push({ spanned, extent });
  }
  for (const { spanned, extent } of spanning) {
    const least = (extent.least - sum(spanned.map((each) => each.least))) / spanned.length;
    const most = (extent.most - sum(spanned.map((each) => each.most))) / spanned.length;
    for (const each of spanned) widen(each, { least: each.least + least, most: each.most + most });
  }
  return extents;
}

function widen(column: { least: number; most: number } | undefined, { least, most }: Extent): void {
  if (column === undefined) return;
  column.least = Math.max(column.least, least);
  column.most = Math.max(column.most, least, most);
}

/**
 * Returns the widths of a table's columns in points for a program whose fonts aren't known.
 * @param widthOf returns the width of a picture
 */
export function estimatedWidths(
  grid: Grid,
  room: number,
  widthOf: (picture: Element) => number,
): readonly number[] {
  const extents = extentsOf(grid, (cell) => {
    const lines = textOf(cell, widthOf).split('\n');
    const words = lines.flatMap((line) => line.split(/[\s-]+/));
    return { least: longestOf(words), most: longestOf(lines) };
  });
  return columnWidths(extents, room) ?? equalWidths(extents, room);
}

function longestOf(texts: readonly string[]): number {
  const letters = texts.reduce((most, { length }) => Math.max(most, length), 1);
  return Math.min(letters, maxLetters) * letterWidth + padding;
}

/** The text of a cell, with letters in place of pictures and nested tables, so that each text is measured once. */
function textOf(node: RootContent, widthOf: (picture: Element) => number): string {
  if (node.type !== 'element') return textIn(node);
  if (node.tagName === 'table') return tableLetters;
  if (node.tagName === 'footnote') return '';
  if (node.tagName === 'br') return '\n';
  if (node.tagName === 'img')
    return 'M'.repeat(Math.min(maxLetters, Math.round(widthOf(node) / letterWidth)));
  const text = node.children.map((child) => textOf(child, widthOf)).join('');
  return block.test(node.tagName) ? `${text}\n` : text;
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
