import { type Line, textOf } from '../textExtraction/lines.ts';
import { isBeside } from '../textExtraction/rows.ts';
import { extentOf, overlaps, type PageArea } from '../textExtraction/upright.ts';
import { leaderDots, markerOf } from './blocks.ts';
import { centerOf, type PlacedTable } from './grids.ts';

/** Distances relative to the font size. */
const nextLine = 1.6;
const nextRow = 3.2;
const minGap = 0.5;
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
    const wider = rows.length < maxRows && isNextRow(rows.at(-1), row) ? widened(columns, row) : undefined;
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
  if (stack.length === 1 && markerOf(textOf(first.runs))?.length === textOf(first.runs).trim().length)
    return false;
  return isBeside(extentOf(row.flat()), line);
}

function isNextRow(above: Row | undefined, row: Row): boolean {
  if (!above) return false;
  const [upper, lower] = [extentOf(above.flat()), extentOf(row.flat())];
  const size = row[0]?.[0]?.size ?? 0;
  return lower.top < upper.top && upper.bottom - lower.top < nextRow * size && upper.left < lower.right;
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
      lines: row.filter((stack) => overlaps(extentOf(stack), column)).flat(),
      column: index,
      rowSpan: 1,
      columnSpan: 1,
    })),
  );
  return { place: extentOf(rows.flat(2)), rows: cells, columns: columns.map(({ left }) => left) };
}

/** Lengths in points. */
const sameEdge = 4;
const minWidth = 60;
const minRules = 3;
/** Maximum height of the row above the first rule and of other rows, relative to the font size. */
const headHeight = 2.5;
const maxHeight = 25;
const minColumnGap = 3;

/** Finds tables whose rows are separated by horizontal rules or shading. Also returns the lines outside tables. */
export function linedTables(
  lines: readonly Line[],
  horizontal: readonly PageArea[],
): { readonly tables: PlacedTable[]; readonly rest: readonly Line[] } {
  const tables: PlacedTable[] = [];
  let rest = lines;
  for (const rules of stacksOf(horizontal)) {
    const place = extentOf(rules);
    const inside = rest.filter((line) => isWithin(line, place));
    const size = inside.reduce((most, line) => Math.max(most, line.size), 0);
    const head = rest.filter((line) =>
      isWithin(line, { ...place, bottom: place.top, top: place.top + headHeight * size }),
    );
    const table = tableBetween(rules, inside, head);
    if (!table) continue;
    tables.push(table);
    const taken = new Set(table.rows.flatMap((row) => row.flatMap((cell) => cell.lines)));
    rest = rest.filter((line) => !taken.has(line));
  }
  return { tables, rest };
}

function isWithin(line: Line, place: PageArea): boolean {
  const [x, y] = centerOf(line);
  return place.left <= x && x <= place.right && place.bottom <= y && y < place.top;
}

/** Groups horizontal rules that start and end at the same positions, from top to bottom. */
function stacksOf(horizontal: readonly PageArea[]): PageArea[][] {
  const stacks: PageArea[][] = [];
  for (const rule of horizontal.toSorted((a, b) => b.top - a.top)) {
    if (rule.right - rule.left < minWidth) continue;
    const stack = stacks.find(([first]) => first && isAligned(first, rule));
    if (stack) stack.push(rule);
    else stacks.push([rule]);
  }
  return stacks.filter(({ length }) => length >= minRules);
}

const isAligned = (a: PageArea, b: PageArea): boolean =>
  Math.abs(a.left - b.left) <= sameEdge && Math.abs(a.right - b.right) <= sameEdge;

function tableBetween(
  rules: readonly PageArea[],
  inside: readonly Line[],
  head: readonly Line[],
): PlacedTable | undefined {
  const bands = rules.slice(1).map((rule, at) => {
    const above = rules[at] ?? rule;
    return inside.filter((line) => isWithin(line, { ...rule, bottom: rule.bottom, top: above.bottom }));
  });
  const isHigh = rules.some((rule, at) => {
    const size = bands[at]?.[0]?.size ?? 0;
    return size > 0 && rule.bottom - (rules[at + 1]?.top ?? rule.bottom) > maxHeight * size;
  });
  const body = bands.filter(({ length }) => length > 0).flatMap(withSplitRows);
  const [own, withHead] = [columnsOf(body.flat()), columnsOf([...head, ...body.flat()])];
  // Text above the table isn't its header if it would merge columns.
  const isHead = withHead.length >= own.length && countOf(head, withHead) > 1;
  const columns = isHead ? withHead : own;
  const rows = isHead ? [...withSplitRows(head), ...body] : body;
  const full = rows.filter((row) => countOf(row, columns) > 1).length;
  if (isHigh || columns.length < 2 || rows.length < 2 || full < rows.length * 0.6) return undefined;
  return {
    place: extentOf(rows.flat()),
    columns: columns.map(({ left }) => left),
    rows: rows.map((row) =>
      columns.map((column, index) => ({
        lines: row
          .filter((line) => overlaps(line, column))
          .toSorted((a, b) => b.baseline - a.baseline || a.left - b.left),
        column: index,
        rowSpan: 1,
        columnSpan: 1,
      })),
    ),
  };
}

const countOf = (row: readonly Line[], columns: readonly PageArea[]): number =>
  columns.filter((column) => row.some((line) => overlaps(line, column))).length;

/** Splits the lines between two rules into several rows if each of these has more than one cell. */
function withSplitRows(band: readonly Line[]): (readonly Line[])[] {
  const rows = rowsOf(band);
  return rows.every(({ length }) => length > 1) ? rows.map((row) => row.flat()) : [band];
}

/** Returns the horizontal ranges in which a table has text. */
function columnsOf(lines: readonly Line[]): PageArea[] {
  const columns: PageArea[] = [];
  for (const line of lines.toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1);
    if (last && line.left < last.right + minColumnGap) columns[columns.length - 1] = extentOf([last, line]);
    else columns.push(line);
  }
  return columns;
}
