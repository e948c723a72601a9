import type { Line } from '../textExtraction/lines.ts';
import { extentOf, type PageArea } from '../textExtraction/upright.ts';
import type { Drawing } from './drawing.ts';
import { columnsOf, logicalRows, textRows, type TextRow } from './tableRows.ts';

/** A table and the lines of text in each of its cells. */
export interface PlacedTable {
  readonly place: PageArea;
  readonly rows: readonly (readonly PlacedCell[])[];
  readonly columns: readonly number[];
}

interface PlacedCell {
  readonly lines: readonly Line[];
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

/** Tolerances in points. */
const touching = 3;
const samePosition = 3;
const maxCells = 20_000;
const maxPairs = 2_000_000;
/** Minimum distance of the title of a group of rows below their first, relative to the font size. */
const minBelow = 0.3;
/** Minimum share of cells with text in a table without titles. */
const minFilled = 0.3;

/** A grid of rules, before text is assigned to its cells. */
interface Grid {
  readonly place: PageArea;
  /** Positions of vertical rules, from left to right. */
  readonly xs: readonly number[];
  /** Positions of horizontal rules, from top to bottom. */
  readonly ys: readonly number[];
  readonly horizontal: readonly PageArea[];
  readonly vertical: readonly PageArea[];
}

/** Finds the tables that rules enclose. Also returns the lines outside of them. */
export function ruledTables(
  lines: readonly Line[],
  { horizontal, vertical }: Pick<Drawing, 'horizontal' | 'vertical'>,
): { readonly tables: PlacedTable[]; readonly rest: Line[] } {
  const grids = gridsOf(horizontal, vertical);
  const inside = new Map<Grid, Line[]>(grids.map((grid) => [grid, []]));
  const rest: Line[] = [];
  for (const line of lines) {
    const [x, y] = centerOf(line);
    const grid = grids.find(
      ({ place }) => place.left <= x && x <= place.right && place.bottom <= y && y <= place.top,
    );
    if (grid) inside.get(grid)?.push(line);
    else rest.push(line);
  }
  const tables: PlacedTable[] = [];
  for (const [grid, own] of inside) {
    const table = filled(withTextRules(grid, own), own);
    if (table) tables.push(table);
    else rest.push(...own);
  }
  // Some grids turn out not to be tables. Restore the order of their lines.
  const order = new Map(lines.map((line, at) => [line, at]));
  return { tables, rest: rest.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)) };
}

function gridsOf(horizontal: readonly PageArea[], vertical: readonly PageArea[]): Grid[] {
  if (horizontal.length * vertical.length > maxPairs) return [];
  const groups = connected(horizontal, vertical);
  return groups.flatMap(({ horizontal, vertical }) => {
    const place = extentOf([...horizontal, ...vertical]);
    const xs = positions([place.left, place.right, ...vertical.map(({ left, right }) => (left + right) / 2)]);
    const ys = positions([
      place.bottom,
      place.top,
      ...horizontal.map(({ bottom, top }) => (bottom + top) / 2),
    ]).toReversed();
    const cells = (xs.length - 1) * (ys.length - 1);
    if (xs.length < 3 || ys.length < 3 || cells > maxCells) return [];
    return [{ place, xs, ys, horizontal, vertical }];
  });
}

/** Groups rules that touch each other. */
function connected(
  horizontal: readonly PageArea[],
  vertical: readonly PageArea[],
): { readonly horizontal: PageArea[]; readonly vertical: PageArea[] }[] {
  const all = [...horizontal, ...vertical];
  const parents = all.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root] ?? 0] ?? 0;
      root = parents[root] ?? 0;
    }
    return root;
  };
  for (const [at, flat] of horizontal.entries())
    for (const [other, upright] of vertical.entries())
      if (touches(flat, upright)) parents[rootOf(at)] = rootOf(horizontal.length + other);
  const groups = Map.groupBy(all.keys(), rootOf);
  return [...groups.values()].map((indices) => ({
    horizontal: indices.filter((at) => at < horizontal.length).flatMap((at) => all[at] ?? []),
    vertical: indices.filter((at) => at >= horizontal.length).flatMap((at) => all[at] ?? []),
  }));
}

function touches(a: PageArea, b: PageArea): boolean {
  return (
    a.left <= b.right + touching &&
    b.left <= a.right + touching &&
    a.bottom <= b.top + touching &&
    b.bottom <= a.top + touching
  );
}

/** Returns the distinct positions in ascending order. */
function positions(values: readonly number[]): number[] {
  const distinct: number[] = [];
  for (const value of values.toSorted((a, b) => a - b))
    if (value - (distinct.at(-1) ?? -Infinity) > samePosition) distinct.push(value);
  return distinct;
}

export function centerOf({ left, right, bottom, top }: PageArea): readonly [number, number] {
  return [(left + right) / 2, (bottom + top) / 2];
}

/**
 * Adds rules between rows and columns that are recognizable only by their text, such as the rows of a table that has
 * rules only between its columns.
 */
function withTextRules(grid: Grid, lines: readonly Line[]): Grid {
  const { place, xs, ys } = grid;
  const cells = spansOf(grid);
  const count = xs.length - 1;
  const isTall = (row: number, column: number): boolean => (cells[row * count + column]?.rows ?? 1) > 1;
  const own = lines.filter((line) => {
    const [row, column] = fieldAt(grid, line);
    return !isTall(row, column);
  });
  const inner = innerColumns(grid, own);
  const sides = positions([...xs, ...inner]);
  const columns = sides.slice(1).map((right, at) => ({ ...place, left: sides[at] ?? right, right }));
  const linesByRow = Map.groupBy(own, (line) => fieldAt(grid, line)[0]);
  const bands = [...linesByRow].toSorted(([a], [b]) => a - b);
  const titles = new Map(bands.map(([row, each]) => [row, groupTitle(each, columns)]));
  const split = logicalRows(
    bands.map(([row, each]) => textRows(each.filter((line) => line !== titles.get(row)))),
    columns,
  );
  const [horizontal, vertical, heights]: [PageArea[], PageArea[], number[]] = [[], [], []];
  for (const [at, rows] of split.entries()) {
    const row = bands[at]?.[0] ?? 0;
    const edges = rows.slice(1).map((next, index) => {
      const [above, below] = [extentOf((rows[index] ?? []).flat()), extentOf(next.flat())];
      return (above.bottom + below.top) / 2;
    });
    heights.push(...edges);
    const title = titles.get(row);
    for (const y of edges)
      for (const [column, { left, right }] of columns.entries())
        if (!isTall(row, columnAt(xs, (left + right) / 2)) && !(title && rows.length > 1 && column === 0))
          horizontal.push({ left: left + samePosition, right: right - samePosition, bottom: y, top: y });
    const bounds = [ys[row] ?? place.top, ...edges, ys[row + 1] ?? place.bottom];
    for (const [index, group] of rows.entries())
      for (const x of inner)
        if (!group.flat().some(({ left, right }) => left < x && x < right))
          vertical.push({
            left: x,
            right: x,
            bottom: bounds[index + 1] ?? place.bottom,
            top: bounds[index] ?? place.top,
          });
  }
  const refined = {
    place,
    xs: sides,
    ys: positions([...ys, ...heights]).toReversed(),
    horizontal: [...grid.horizontal, ...horizontal],
    vertical: [...grid.vertical, ...vertical],
  };
  return (refined.xs.length - 1) * (refined.ys.length - 1) > maxCells ? grid : refined;
}

/** Returns the only line in the first column of a band if it is beside several others. */
function groupTitle(lines: readonly Line[], [first]: readonly PageArea[]): Line | undefined {
  if (!first) return undefined;
  const rows = textRows(lines.filter(({ left, right }) => (left + right) / 2 > first.right));
  const [title, ...others] = lines.filter(({ left, right }) => (left + right) / 2 <= first.right);
  const top = rows[0]?.[0];
  const isBelowFirst = title && top && top.baseline - title.baseline > minBelow * top.size;
  return isBelowFirst && rows.length > 1 && others.length === 0 ? title : undefined;
}

/** Returns the positions between columns that have no rule between them. */
function innerColumns({ xs }: Grid, lines: readonly Line[]): number[] {
  const byColumn = Map.groupBy(lines, (line) => columnAt(xs, centerOf(line)[0]));
  return [...byColumn.values()].flatMap((own) => {
    const rows: readonly TextRow[] = textRows(own);
    const full = rows.filter(({ length }) => length > 1);
    if (full.length < 2 || full.length * 2 < rows.length) return [];
    const columns = columnsOf(rows);
    return columns.slice(1).map(({ left }, at) => (left + (columns[at]?.right ?? left)) / 2);
  });
}

const columnAt = (xs: readonly number[], x: number): number =>
  Math.min(
    xs.length - 2,
    Math.max(
      0,
      xs.findLastIndex((each) => each <= x),
    ),
  );

/** Returns the row and the column of the field in which a line is. */
function fieldAt({ xs, ys }: Grid, line: Line): readonly [row: number, column: number] {
  const [x, y] = centerOf(line);
  const row = ys.findLastIndex((each) => each >= y);
  return [Math.min(ys.length - 2, Math.max(0, row)), columnAt(xs, x)];
}

/** True if few cells have text, and those of the first row and column don't: the rules belong to a chart. */
function isFrame(cells: readonly Span[], contents: ReadonlyMap<Span, unknown>): boolean {
  const all = [...new Set(cells)];
  const isTitled = [all.filter(({ row }) => row === 0), all.filter(({ column }) => column === 0)].some(
    (titles) => titles.filter((cell) => contents.has(cell)).length * 2 > titles.length,
  );
  return !isTitled && contents.size < all.length * minFilled;
}

/** Assigns lines to the cells of a grid. Returns `undefined` if the grid isn't a table. */
function filled(grid: Grid, lines: readonly Line[]): PlacedTable | undefined {
  const { place, xs, ys } = grid;
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  const cells = spansOf(grid);
  const contents = new Map<Span, Line[]>();
  for (const line of lines) {
    const [row, column] = fieldAt(grid, line);
    const cell = cells[row * columns + column];
    if (!cell) continue;
    const content = contents.get(cell);
    if (content) content.push(line);
    else contents.set(cell, [line]);
  }
  if (contents.size < 2 || isFrame(cells, contents)) return undefined;
  const cellsByRow = Map.groupBy(new Set(cells), (each) => each.row);
  const table = Array.from({ length: rows }, (_, row) =>
    (cellsByRow.get(row) ?? []).map((each) => ({
      lines: contents.get(each) ?? [],
      column: each.column,
      rowSpan: each.rows,
      columnSpan: each.columns,
    })),
  );
  return { place, rows: table, columns: xs.slice(0, -1) };
}

interface Span {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** Returns the cell that covers each field of the grid. Cells extend to the next rule. */
function spansOf({ xs, ys, horizontal, vertical }: Grid): Span[] {
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  const edges = {
    right: rulesAt(xs, vertical, ({ left, right }) => (left + right) / 2),
    below: rulesAt(ys, horizontal, ({ bottom, top }) => (bottom + top) / 2),
  };
  const isRightOpen = (row: number, column: number): boolean => {
    const middle = middleOf(ys, row);
    return !edges.right[column]?.some(
      ({ bottom, top }) => bottom - touching <= middle && middle <= top + touching,
    );
  };
  const isBelowOpen = (row: number, column: number): boolean => {
    const middle = middleOf(xs, column);
    return !edges.below[row]?.some(
      ({ left, right }) => left - touching <= middle && middle <= right + touching,
    );
  };
  const fields: (Span | undefined)[] = Array.from({ length: columns * rows });
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      if (fields[row * columns + column]) continue;
      let [across, down] = [1, 1];
      while (
        column + across < columns &&
        !fields[row * columns + column + across] &&
        isRightOpen(row, column + across)
      )
        across += 1;
      while (row + down < rows && isBelowOpen(row + down, column)) down += 1;
      const span = { row, column, rows: down, columns: across };
      for (let y = row; y < row + down; y += 1)
        for (let x = column; x < column + across; x += 1) fields[y * columns + x] ??= span;
    }
  return fields.flatMap((span) => span ?? []);
}

const middleOf = (values: readonly number[], at: number): number =>
  ((values[at] ?? 0) + (values[at + 1] ?? 0)) / 2;

function rulesAt(
  positions: readonly number[],
  rules: readonly PageArea[],
  positionOf: (rule: PageArea) => number,
): PageArea[][] {
  return positions.map((position) =>
    rules.filter((rule) => Math.abs(positionOf(rule) - position) <= samePosition),
  );
}
