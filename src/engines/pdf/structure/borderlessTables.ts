import { type Line, textOf } from '../textExtraction/lines.ts';
import { isBeside } from '../textExtraction/rows.ts';
import { extentOf, overlaps, type PageArea } from '../textExtraction/upright.ts';
import { isMarker, leaderDots } from './blocks.ts';
import type { PlacedTable } from './grids.ts';

/** Distances relative to the font size. */
const nextLine = 1.6;
const nextRow = 3.2;
const minGap = 0.5;
const titleIndent = 2;
const maxCellLines = 12;
const maxRows = 2000;
const maxColumns = 40;
/** If this share of cells is longer than `proseLength`, they are columns of text rather than a table. */
const proseLength = 28;
const proseShare = 0.5;

/** Lines one below the other that may form a cell. */
type Stack = readonly Line[];
/** Stacks next to each other, from left to right. */
type Row = readonly Stack[];

/**
 * Finds tables that have no rules and are recognizable only by the alignment of their cells. Also returns the lines
 * outside tables. Drawing order helps: programs draw a table row by row, but columns of text one after the other.
 */
export function alignedTables(lines: readonly Line[]): {
  readonly tables: PlacedTable[];
  readonly rest: Line[];
} {
  const tables: PlacedTable[] = [];
  const rest: Line[] = [];
  let rows: Row[] = [];
  let columns: PageArea[] = [];
  const end = (): void => {
    // Rows with a single cell before and after a table don't belong to it.
    const [first, last] = [rows.findIndex(isFull), rows.findLastIndex(isFull)];
    const table = first === -1 ? undefined : tableOf(rows.slice(first, last + 1), columns);
    if (table) tables.push(table);
    rest.push(...(table ? [...rows.slice(0, first), ...rows.slice(last + 1)] : rows).flat(2));
    [rows, columns] = [[], []];
  };
  for (const row of rowsOf(lines)) {
    const isNext = rows.length < maxRows && isNextRow(rows.at(-1), row);
    const wider = isNext ? (isGroupTitle(rows, row, columns) ? columns : widened(columns, row)) : undefined;
    if (wider) columns = wider;
    else {
      end();
      columns = row.map((stack) => extentOf(stack));
    }
    rows.push(row);
  }
  end();
  return { tables, rest };
}

/** Groups lines, in drawing order, into rows. A line with nothing beside it becomes a row with one stack. */
function rowsOf(lines: readonly Line[]): Row[] {
  const rows: Line[][][] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    const stack = row?.at(-1);
    const last = stack?.at(-1);
    if (row && stack && last && isPlain(line) && isPlain(last)) {
      if (isBelow(last, line) && row.length > 1 && stack.length < maxCellLines) {
        stack.push(line);
        continue;
      }
      if (isRightOf(row, stack, line)) {
        row.push([line]);
        continue;
      }
      const above = linesBeside(rows, line);
      if (above > 0) {
        const first = rows.splice(rows.length - above).flat(2);
        rows.push([first, [line]]);
        continue;
      }
    }
    rows.push([[line]]);
  }
  return rows;
}

/** Returns how many of the last rows are lines of one cell to the left of `line`, or 0 if they aren't. */
function linesBeside(rows: readonly Row[], line: Line): number {
  let below: Line | undefined;
  let count = 0;
  for (let at = rows.length - 1; at >= 0 && rows.length - at <= maxCellLines; at -= 1) {
    const [stack, ...others] = rows[at] ?? [];
    const last = stack?.[0];
    if (!last || others.length > 0 || stack.length > 1 || !isPlain(last)) break;
    if (below && !isBelow(last, below)) break;
    if (line.left - last.right < minGap * line.size) break;
    if (isBeside(last, line)) count = rows.length - at;
    below = last;
  }
  return count;
}

const isFull = (row: Row): boolean => row.length > 1;

const isPlain = ({ isFixed, runs }: Line): boolean => !isFixed && !leaderDots.test(textOf(runs));

function isBelow(last: Line, { left, right, baseline, size }: Line): boolean {
  const pitch = last.baseline - baseline;
  return pitch > 0.5 * size && pitch < nextLine * size && left <= last.right && last.left <= right;
}

function isRightOf(row: readonly Stack[], stack: Stack, line: Line): boolean {
  const [first] = stack;
  const right = stack.reduce((most, each) => Math.max(most, each.right), -Infinity);
  if (row.length >= maxColumns || !first || line.left - right < minGap * line.size) return false;
  if (stack.length === 1 && isMarker(textOf(first.runs).trimEnd())) return false;
  return isBeside(extentOf(row.flat()), line);
}

function isNextRow(above: Row | undefined, row: Row): boolean {
  if (!above) return false;
  const [upper, lower] = [extentOf(above.flat()), extentOf(row.flat())];
  const size = row[0]?.[0]?.size ?? 0;
  return lower.top < upper.top && upper.bottom - lower.top < nextRow * size && upper.left < lower.right;
}

/** True if a row has only the title of the rows below it, which may be longer than the first column. */
function isGroupTitle(rows: readonly Row[], row: Row, columns: readonly PageArea[]): boolean {
  const [above, first, last] = [rows.at(-1), columns[0], columns.at(-1)];
  if (!above || !isFull(above) || !first || !last || columns.length < 2 || isFull(row)) return false;
  const { left, right } = extentOf(row.flat());
  return Math.abs(left - first.left) < titleIndent * (row[0]?.[0]?.size ?? 0) && right <= last.right;
}

/** Extends columns by the cells of another row. Returns `undefined` if the row doesn't fit the columns. */
function widened(columns: readonly PageArea[], row: Row): PageArea[] | undefined {
  const cells = row.map((stack) => extentOf(stack));
  if (columns.length < 2 && cells.length < 2) return undefined;
  const matches = cells.map((cell) => columns.filter((column) => overlaps(cell, column)));
  if (matches.some(({ length }) => length > 1)) return undefined;
  if (new Set(matches.flat()).size < matches.flat().length) return undefined;
  const merged = [...columns, ...cells].toSorted((a, b) => a.left - b.left);
  const wider: PageArea[] = [];
  for (const each of merged) {
    const last = wider.at(-1);
    if (last && each.left < last.right) wider[wider.length - 1] = extentOf([last, each]);
    else wider.push(each);
  }
  return wider.length <= maxColumns ? wider : undefined;
}

function tableOf(rows: readonly Row[], columns: readonly PageArea[]): PlacedTable | undefined {
  const full = rows.filter(isFull).length;
  if (columns.length < 2 || full < (columns.length === 2 ? 3 : 2) || full < rows.length * 0.6)
    return undefined;
  const texts = rows.flat().map((stack) => stack.map(({ runs }) => textOf(runs)).join(' '));
  const prose = texts.filter(({ length }) => length > proseLength).length;
  if (
    columns.length < 4 &&
    prose > texts.length * proseShare &&
    rows.flat().every(({ length }) => length === 1)
  )
    return undefined;
  const cells = rows.map((row) =>
    columns.map((column, index) => ({
      lines: isFull(row)
        ? row.filter((stack) => overlaps(extentOf(stack), column)).flat()
        : row.flat().filter((line) => columns.find((each) => overlaps(line, each)) === column),
      column: index,
      rowSpan: 1,
      columnSpan: 1,
    })),
  );
  return { place: extentOf(rows.flat(2)), rows: cells, columns: columns.map(({ left }) => left) };
}
