import type { Line } from '../textExtraction/lines.ts';
import { extentOf, type PageArea } from '../textExtraction/upright.ts';
import { rowsOf } from './alignedTables.ts';
import { centerOf, type PlacedTable } from './grids.ts';

/** Lengths in points. */
const sameEdge = 4;
const minWidth = 60;
const minRules = 3;
/** Maximum height of the row above the first rule and of other rows, relative to the font size. */
const headHeight = 2.5;
const maxHeight = 25;
const minGap = 3;

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
    const table = tableOf(rules, inside, head);
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

function tableOf(
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
          .filter((line) => isIn(line, column))
          .toSorted((a, b) => b.baseline - a.baseline || a.left - b.left),
        column: index,
        rowSpan: 1,
        columnSpan: 1,
      })),
    ),
  };
}

const isIn = ({ left, right }: PageArea, column: PageArea): boolean =>
  left < column.right && column.left < right;

const countOf = (row: readonly Line[], columns: readonly PageArea[]): number =>
  columns.filter((column) => row.some((line) => isIn(line, column))).length;

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
    if (last && line.left < last.right + minGap) columns[columns.length - 1] = extentOf([last, line]);
    else columns.push(line);
  }
  return columns;
}
