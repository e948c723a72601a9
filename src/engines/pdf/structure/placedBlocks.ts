import type { Line, TextRun } from '../textExtraction/lines.ts';
import { isBeside } from '../textExtraction/rows.ts';
import { extentOf, type PageArea } from '../textExtraction/upright.ts';
import { type Block, type BlockCell, leaderDots } from './blocks.ts';
import { alignedTables } from './borderlessTables.ts';
import type { Drawing } from './drawing.ts';
import { type PlacedTable, ruledTables } from './grids.ts';
import { linedTables } from './linedTables.ts';
import { inReadingOrder } from './order.ts';
import type { StructuredPage } from './page.ts';
import { blocksOf, joined } from './paragraphs.ts';

/** Arranges the parts of a page in reading order, based on their positions. */
export function placedBlocks({ drawing, lines, index }: StructuredPage): Block[] {
  const ruled = ruledTables(lines, drawing);
  const lined = linedTables(ruled.rest, drawing.horizontal);
  const aligned = alignedTables(lined.rest);
  const parts: Part[] = [
    ...aligned.rest.map((line) => ({ ...line, line })),
    ...[...ruled.tables, ...lined.tables, ...aligned.tables].map((table) => ({ ...table.place, table })),
    ...drawing.pictures.map((picture) => ({ ...picture, picture })),
  ];
  const order = new Map<unknown, number>(lines.map((line, at) => [line, at]));
  const drawn = parts.toSorted((a, b) => positionOf(a) - positionOf(b));
  const blocks: Block[] = [];
  let text: Line[] = [];
  const end = (): void => {
    blocks.push(...blocksOf(rows(text)));
    text = [];
  };
  for (const part of inReadingOrder(drawn)) {
    if (part.line) text.push(part.line);
    else {
      end();
      if (part.table) blocks.push({ kind: 'table', rows: cellsOf(part.table), columns: part.table.columns });
      else if (part.picture)
        blocks.push({ kind: 'picture', page: index, picture: part.picture, description: '' });
    }
  }
  end();
  return blocks;

  function positionOf({ line, table, picture }: Part): number {
    if (line) return order.get(line) ?? 0;
    if (table) {
      const first = table.rows.flat().find((cell) => cell.lines.length > 0)?.lines[0];
      return order.get(first) ?? 0;
    }
    return picture ? (order.get(lineAbove(lines, picture)) ?? -1) + 0.5 : 0;
  }
}

type Part = PageArea & {
  readonly line?: Line;
  readonly table?: PlacedTable;
  readonly picture?: Drawing['pictures'][number];
};

/** Returns the lowest line above an area, in the same column. */
export function lineAbove(lines: readonly Line[], { left, right, top }: PageArea): Line | undefined {
  return lines.reduce<Line | undefined>((lowest, line) => {
    const isAbove = line.baseline >= top && line.right >= left && line.left <= right;
    return isAbove && line.baseline <= (lowest?.baseline ?? Infinity) ? line : lowest;
  }, undefined);
}

/** Joins pieces that are next to each other and turned out to be one line. */
function rows(pieces: readonly Line[]): Line[] {
  const lines: Line[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (last && !last.isHyphenated && isBeside(last, piece) && piece.left >= last.right)
      lines[lines.length - 1] = {
        ...piece,
        ...extentOf([last, piece]),
        baseline: last.baseline,
        size: Math.max(last.size, piece.size),
        runs: joined([last, piece]),
        isFixed: last.isFixed && piece.isFixed,
      };
    else lines.push(piece);
  }
  return lines;
}

function cellsOf(table: PlacedTable): BlockCell[][] {
  return table.rows.map((row) =>
    row.map(({ lines, ...cell }) => ({
      ...cell,
      paragraphs: lines.length === 0 ? [] : [withoutLeader(joined(rows(lines)))],
    })),
  );
}

/** Removes the dots that lead from a cell to the next one. */
function withoutLeader(runs: readonly TextRun[]): TextRun[] {
  const last = runs.at(-1);
  if (!last) return [...runs];
  let end = last.text.length;
  while (end > 0 && ' .'.includes(last.text.charAt(end - 1))) end -= 1;
  if (!leaderDots.test(last.text.slice(end))) return [...runs];
  return end === 0 ? runs.slice(0, -1) : [...runs.slice(0, -1), { ...last, text: last.text.slice(0, end) }];
}
