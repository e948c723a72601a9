import { append, textOf, type TextRun } from '../textExtraction/lines.ts';
import type { Block, BlockCell, Item, Paragraph, TableBlock } from './blocks.ts';
import { startsWithin } from './paragraphs.ts';

const ended = /[.!?:;]["'”’»)\]]*$/u;
/** Tolerance in points. */
const samePosition = 4;

/** The part of a paragraph or list item on one page. */
interface Piece {
  readonly anchor: readonly TextRun[];
  readonly runs: readonly TextRun[];
}

/**
 * Joins the blocks of all pages, including paragraphs and tables that continue on the next page. If `anchors` are
 * given, they mark the beginning of each page.
 */
export function joinedPages(pages: readonly (readonly Block[])[], anchors?: readonly string[]): Block[] {
  const all: Block[] = [];
  // A paragraph that continues over several pages is joined when its end is reached. Until then, the last element of
  // `all` is its latest piece.
  let pieces: Piece[] = [];
  const finish = (): void => {
    const last = all.at(-1);
    if (pieces.length > 0 && last && isText(last)) all.splice(-1, 1, { ...last, runs: joinedRuns(pieces) });
    pieces = [];
  };
  for (const [at, page] of pages.entries()) {
    const anchor = anchorOf(anchors?.[at]);
    const [first, ...others] = page;
    const last = all.at(-1);
    if (last && isText(last) && first?.kind === 'paragraph' && isContinued(last, first)) {
      const { runs, isOpen } = first;
      if (pieces.length === 0) pieces.push({ anchor: [], runs: last.runs });
      pieces.push({ anchor, runs });
      all.splice(-1, 1, { ...last, runs, isOpen });
      if (others.length > 0) finish();
      all.push(...others);
      continue;
    }
    finish();
    const isTable = last?.kind === 'table' && first?.kind === 'table';
    const table = isTable ? joinedTable(last, first, anchor) : undefined;
    if (table) all.splice(-1, 1, table, ...others);
    else {
      if (anchor.length > 0) all.push({ kind: 'paragraph', runs: anchor, size: 0, isOpen: false });
      all.push(...page);
    }
  }
  finish();
  return all;
}

function anchorOf(text: string | undefined): TextRun[] {
  return text === undefined ? [] : [{ text, bold: false, italic: false, link: undefined }];
}

function isText(block: Block): block is Paragraph | Item {
  return block.kind === 'paragraph' || block.kind === 'item';
}

function isContinued(last: Paragraph | Item, first: Paragraph): boolean {
  if (!last.isOpen || last.size !== first.size) return false;
  const text = textOf(last.runs);
  return !ended.test(text) && (startsWithin(textOf(first.runs)) || /[\p{Ll}\d,-]$/u.test(text));
}

function joinedRuns(pieces: readonly Piece[]): TextRun[] {
  const all: TextRun[] = [];
  let isWithin = true;
  for (const [at, { anchor, runs }] of pieces.entries()) {
    const next = pieces[at + 1];
    const space = isWithin ? '' : ' ';
    isWithin = next !== undefined && /\p{L}-$/u.test(textOf(runs)) && startsWithin(textOf(next.runs));
    const own = isWithin ? withoutHyphen(runs) : runs;
    for (const [index, run] of [...anchor, ...own].entries()) append(all, index === 0 ? space : '', run);
  }
  return all;
}

function withoutHyphen(runs: readonly TextRun[]): TextRun[] {
  return runs.map((run, at) => (at === runs.length - 1 ? { ...run, text: run.text.slice(0, -1) } : run));
}

/** Joins two tables if they have the same columns, or if the second one repeats the header of the first. */
function joinedTable(
  last: TableBlock,
  first: TableBlock,
  anchor: readonly TextRun[] = [],
): TableBlock | undefined {
  const [head, repeated] = [last.rows[0], first.rows[0]];
  if (!head || !repeated || widthOf(last) !== widthOf(first)) return undefined;
  const isRepeated = textOfRow(head) !== '' && textOfRow(head) === textOfRow(repeated);
  if (!isRepeated && !areAligned(last.columns, first.columns)) return undefined;
  const [next, ...others] = isRepeated ? first.rows.slice(1) : first.rows;
  if (!next) return last;
  const [cell, ...cells] = next;
  const marked = cell && anchor.length > 0 ? [withAnchor(cell, anchor), ...cells] : next;
  return { ...last, rows: [...last.rows, marked, ...others] };
}

function withAnchor(cell: BlockCell, anchor: readonly TextRun[]): BlockCell {
  const [first = [], ...others] = cell.paragraphs;
  return { ...cell, paragraphs: [[...anchor, ...first], ...others] };
}

function widthOf({ rows }: TableBlock): number {
  return Math.max(
    0,
    ...rows.slice(0, 20).flatMap((row) => row.map(({ column, columnSpan }) => column + columnSpan)),
  );
}

function textOfRow(row: readonly BlockCell[]): string {
  return row
    .map(({ paragraphs }) => paragraphs.map(textOf).join(' '))
    .join('\n')
    .trim();
}

function areAligned(a: readonly number[], b: readonly number[]): boolean {
  return (
    a.length > 1 &&
    a.length === b.length &&
    a.every((left, at) => Math.abs(left - (a[0] ?? 0) - ((b[at] ?? 0) - (b[0] ?? 0))) <= samePosition)
  );
}
