import type { Line } from '../textExtraction/lines.ts';
import { extentOf, type PageArea } from '../textExtraction/upright.ts';
import type { Drawing } from './drawing.ts';

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
    const table = filled(grid, own);
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

/** Assigns lines to the cells of a grid. Returns `undefined` if fewer than two cells have text. */
function filled(grid: Grid, lines: readonly Line[]): PlacedTable | undefined {
  const { place, xs, ys } = grid;
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  const cells = spansOf(grid);
  const contents = new Map<Span, Line[]>();
  for (const line of lines) {
    const [x, y] = centerOf(line);
    const column = Math.min(
      columns - 1,
      Math.max(
        0,
        xs.findLastIndex((each) => each <= x),
      ),
    );
    const row = Math.min(
      rows - 1,
      Math.max(
        0,
        ys.findLastIndex((each) => each >= y),
      ),
    );
    const cell = cells[row * columns + column];
    if (!cell) continue;
    const content = contents.get(cell);
    if (content) content.push(line);
    else contents.set(cell, [line]);
  }
  if (contents.size < 2) return undefined;
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
