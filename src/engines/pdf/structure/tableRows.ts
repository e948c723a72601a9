import { type Line, textOf } from '../textExtraction/lines.ts';
import { isBeside } from '../textExtraction/rows.ts';
import { extentOf, overlaps, type PageArea } from '../textExtraction/upright.ts';
import { isNumeric, leaderDots } from './blocks.ts';
import { startsWithin } from './paragraphs.ts';

/** Lines at one height, from left to right. */
export type TextRow = readonly Line[];

/** A line and the columns that it covers. */
interface Placement {
  readonly line: Line;
  readonly from: number;
  readonly to: number;
}

/** Minimum gap between columns in points. */
const minColumnGap = 3;
/** Tolerance in points. */
const sameEdge = 2;
/** Share of rows that may cross the gap between two columns, such as headers of both. */
const crossingShare = 0.2;
/** Share of a column that a line must overlap to be in it and in other columns too. */
const minOverlap = 0.25;
/** Minimum distance between the baselines of two rows, relative to the font size. */
const minPitch = 0.8;
const maxHeadLines = 4;
/** Estimated width of a space, relative to the font size. */
const spaceWidth = 0.25;
const minIndent = 0.4;

/** Groups lines into rows, from top to bottom. */
export function textRows(lines: readonly Line[]): TextRow[] {
  const rows: Line[][] = [];
  for (const line of lines.toSorted((a, b) => b.baseline - a.baseline)) {
    const first = rows.at(-1)?.[0];
    if (first && isBeside(first, line) && first.baseline - line.baseline < minPitch * line.size)
      rows.at(-1)?.push(line);
    else rows.push([line]);
  }
  return rows.map((row) => row.toSorted((a, b) => a.left - b.left));
}

/**
 * Returns the columns that the rows of a table have in common. A few rows may cross the gap between two columns if
 * others have text on both sides of it.
 */
export function columnsOf(rows: readonly TextRow[]): PageArea[] {
  const full = rows.filter(({ length }) => length > 1);
  const crossing = full.length < 4 ? 0 : Math.max(1, Math.floor(full.length * crossingShare));
  return covered(full.length === 0 ? rows : full, 0).flatMap((whole) => {
    const inside = full.map((row) => row.filter((line) => overlaps(line, whole)));
    const parts = crossing === 0 ? [] : covered(inside, crossing);
    const columns: PageArea[] = [];
    for (const part of parts) {
      const last = columns.at(-1);
      if (last && inside.filter((row) => isSplit(row, last, part)).length < 2)
        columns[columns.length - 1] = extentOf([last, part]);
      else columns.push(part);
    }
    return columns.length > 1 ? columns : [whole];
  });
}

/** True if a row has different lines in two columns. */
function isSplit(row: TextRow, left: PageArea, right: PageArea): boolean {
  const [before, after] = [
    row.find((line) => overlaps(line, left)),
    row.findLast((line) => overlaps(line, right)),
  ];
  return before !== undefined && after !== undefined && before !== after;
}

/** Returns the horizontal ranges that lines of more than `most` rows cover. */
function covered(rows: readonly TextRow[], most: number): PageArea[] {
  const all = rows.flat();
  const edges = all.flatMap(({ left, right }) => [
    { x: left, change: 1 },
    { x: right, change: -1 },
  ]);
  const { bottom, top } = extentOf(all);
  const ranges: PageArea[] = [];
  let [count, start] = [0, 0];
  for (const { x, change } of edges.toSorted((a, b) => a.x - b.x || b.change - a.change)) {
    if (change > 0 && count === most) start = x;
    count += change;
    if (change > 0 || count !== most) continue;
    const last = ranges.at(-1);
    if (last && start < last.right + minColumnGap) ranges[ranges.length - 1] = { ...last, right: x };
    else ranges.push({ left: start, right: x, bottom, top });
  }
  return ranges;
}

/** Assigns the lines of a row to columns. */
function placementsOf(row: TextRow, columns: readonly PageArea[]): Placement[] {
  const placements: Placement[] = [];
  for (const line of row) {
    const main = maxBy(columns, (column) => shared(line, column));
    const isIn = (column: PageArea, at: number): boolean =>
      at === main || shared(line, column) > minOverlap * (column.right - column.left);
    const [from, to] = [columns.findIndex(isIn), columns.findLastIndex(isIn)];
    const last = placements.at(-1);
    if (last && last.to >= from) {
      if (last.from < from) placements[placements.length - 1] = { ...last, to: from - 1 };
      placements.push({ line, from, to });
    } else placements.push({ line, from, to });
  }
  const [only] = placements;
  if (only === undefined || placements.length > 1 || columns.length === 1) return placements;
  // A line with nothing beside it is the title of a group of rows, in the first column or above all of them.
  const [left, right] = [columns[0]?.left ?? 0, columns.at(-1)?.right ?? 0];
  const [before, after] = [only.line.left - left, right - only.line.right];
  const isCentered = before > only.line.size && Math.abs(before - after) < only.line.size;
  if (only.to > only.from && isCentered) return [{ ...only, from: 0, to: columns.length - 1 }];
  return only.from === 0 ? [{ ...only, to: 0 }] : placements;
}

/** Returns the width that two areas share, which is negative if there is a gap between them. */
const shared = (a: PageArea, b: PageArea): number => Math.min(a.right, b.right) - Math.max(a.left, b.left);

function maxBy<Each>(values: readonly Each[], valueOf: (value: Each) => number): number {
  return values.reduce((best, value, at) => {
    const other = values[best];
    return other !== undefined && valueOf(other) >= valueOf(value) ? best : at;
  }, 0);
}

/**
 * Splits bands, the parts of a table between two rules, into its rows. A row is a line of text unless the text of its
 * cells continues, or unless rules separate the rows of most bands.
 */
export function logicalRows(
  bands: readonly (readonly TextRow[])[],
  columns: readonly PageArea[],
): TextRow[][][] {
  const split = bands.map((rows, at) => splitBand(rows, columns, at === 0 && bands.length > 1));
  const body = split.length > 1 ? split.slice(1) : split;
  const isRuled = body.length > 1 && body.filter(({ length }) => length > 1).length * 2 <= body.length;
  const isSplit = (rows: readonly TextRow[], at: number): boolean =>
    !isRuled || (at === 0 && split.length > 1) || hasNumbersInRows(rows, columns);
  return bands.map((rows, at) => (isSplit(rows, at) ? (split[at] ?? []) : [[...rows]]));
}

/** True if each line has several cells, and numbers are below each other: these can't be the lines of one cell. */
function hasNumbersInRows(rows: readonly TextRow[], columns: readonly PageArea[]): boolean {
  const placed = rows.map((row) => placementsOf(row, columns));
  return placed.every(({ length }) => length > 1) && hasStackedNumbers(placed);
}

function splitBand(rows: readonly TextRow[], columns: readonly PageArea[], isFirst: boolean): TextRow[][] {
  const placed = rows.map((row) => placementsOf(row, columns));
  const isTight = rows.some((row, at) => {
    const [line, next] = [row[0], rows[at + 1]?.[0]];
    return line && next && line.baseline - next.baseline < minPitch * next.size;
  });
  // Cells that are centered vertically have lines between those of the cells beside them.
  if (isTight || rows.length < 2) return [[...rows]];
  const isHead = isFirst && rows.length <= maxHeadLines && !hasStackedNumbers(placed);
  const groups: { rows: TextRow[]; placed: Placement[][] }[] = [];
  for (const [at, row] of rows.entries()) {
    const own = placed[at] ?? [];
    const last = groups.at(-1);
    if (last && (isHead ? !hasSpan(last.placed) : continues(last.placed, own, columns))) {
      last.rows.push(row);
      last.placed.push(own);
    } else groups.push({ rows: [row], placed: [own] });
  }
  return groups.map((group) => group.rows);
}

const hasSpan = (rows: readonly (readonly Placement[])[]): boolean =>
  rows.flat().some(({ from, to }) => to > from);

const isNumber = ({ line }: Placement): boolean => isNumeric(textOf(line.runs));

function hasStackedNumbers(rows: readonly (readonly Placement[])[]): boolean {
  const columns = rows.flatMap((row) => row.filter(isNumber).map(({ from }) => from));
  return new Set(columns).size < columns.length;
}

/** True if a line of text continues the cells of the row above. */
function continues(
  above: readonly (readonly Placement[])[],
  row: readonly Placement[],
  columns: readonly PageArea[],
): boolean {
  const cells = above.flat();
  const pairs = row.map((next) => ({ next, last: cells.findLast(({ from }) => from === next.from) }));
  const first = pairs[0];
  if (!first || row.some(({ from, to }) => to > from)) return false;
  // Dots lead from the end of a cell to the next one.
  const isFull = ({ next, last }: (typeof pairs)[number]): boolean =>
    last !== undefined &&
    !leaderDots.test(textOf(last.line.runs)) &&
    !fits(next.line, last.line, columns[next.from]);
  if (pairs.some(({ next, last }) => last && isNumber(last) && isNumber(next))) return false;
  const isTextWithin = (pair: (typeof pairs)[number]): boolean =>
    isFull(pair) &&
    (startsWithin(textOf(pair.next.line.runs)) ||
      pair.last?.line.isHyphenated === true ||
      pair.next.line.left > (pair.last?.line.left ?? 0) + minIndent * pair.next.line.size);
  // The title of the row may have more lines than its other cells, which can be beside the last one.
  if (first.next.from === 0 && cells.every(({ from }) => from === 0)) return isTextWithin(first);
  if (pairs.some(({ last }) => last === undefined || last.to > last.from)) return false;
  if (first.next.from === 0) return isTextWithin(first) && pairs.every(isFull);
  const isAligned = ({ next, last }: (typeof pairs)[number]): boolean =>
    last !== undefined && !isNumber(last) && Math.abs(next.line.left - last.line.left) < sameEdge;
  if (pairs.length === 1) return pairs.every((pair) => isFull(pair) || isAligned(pair));
  // Widths of words are estimates, so some of the cells may seem to have had room.
  const isLikely = (pair: (typeof pairs)[number]): boolean =>
    isFull(pair) || (isAligned(pair) && startsWithin(textOf(pair.next.line.runs)));
  const full = pairs.filter(isFull).length;
  return pairs.every(isLikely) && full * 2 >= pairs.length && pairs.length < (above[0]?.length ?? 0);
}

/** True if the first word of a line would have fit into the column after the line above. */
function fits(next: Line, last: Line, column: PageArea | undefined): boolean {
  const text = textOf(next.runs);
  const word = /^\S*/.exec(text.trimStart())?.[0] ?? '';
  const wordWidth = ((next.right - next.left) * word.length) / Math.max(1, text.length);
  const room = (column ? column.right - column.left : Infinity) - (last.right - last.left);
  return wordWidth + spaceWidth * last.size < room;
}

/** Arranges the lines of a row by the columns that they cover. Each column gets a cell unless another covers it. */
export function cellsOf(
  rows: readonly TextRow[],
  columns: readonly PageArea[],
): {
  readonly lines: Line[];
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}[] {
  const placements = rows.flatMap((row) => placementsOf(row, columns));
  const byColumn = Map.groupBy(placements, ({ from }) => from);
  const cells: ReturnType<typeof cellsOf> = [];
  for (let at = 0; at < columns.length;) {
    const own = byColumn.get(at) ?? [];
    let end = own.reduce((most, { to }) => Math.max(most, to), at) + 1;
    for (let next = at + 1; next < end; next += 1) if (byColumn.has(next)) end = next;
    cells.push({ lines: own.map(({ line }) => line), column: at, rowSpan: 1, columnSpan: end - at });
    at = end;
  }
  return cells;
}
