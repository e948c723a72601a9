import { append, type TextRun, textOf } from '../textExtraction/runs.ts';
import type { Block, BlockCell, Item, Paragraph, TableBlock } from './blocks.ts';
import { startsWithin } from './paragraphs.ts';

const ended = /[.!?:;]["'”’»)\]]*$/u;
/** In points. */
const samePosition = 4;

/**
 * The blocks of all pages, with paragraphs and tables joined that continue on the next page. With `anchors`, these
 * texts mark where pages begin.
 */
export function joinedPages(pages: readonly (readonly Block[])[], anchors?: readonly string[]): Block[] {
  const all: Block[] = [];
  for (const [at, page] of pages.entries()) {
    const anchor = anchorOf(anchors?.[at]);
    const [first, ...others] = page;
    const last = all.at(-1);
    const joined = last && first ? joinedBlock(last, first, anchor) : undefined;
    if (joined) all.splice(-1, 1, joined, ...others);
    else {
      if (anchor.length > 0) all.push({ kind: 'paragraph', runs: anchor, size: 0, isOpen: false });
      all.push(...page);
    }
  }
  return all;
}

function anchorOf(text: string | undefined): TextRun[] {
  return text === undefined ? [] : [{ text, bold: false, italic: false, link: undefined }];
}

function joinedBlock(last: Block, first: Block, anchor: readonly TextRun[]): Block | undefined {
  if (last.kind === 'table' && first.kind === 'table') return joinedTable(last, first, anchor);
  if ((last.kind !== 'paragraph' && last.kind !== 'item') || first.kind !== 'paragraph') return undefined;
  return isContinued(last, first)
    ? { ...last, runs: joinedRuns(last.runs, first.runs, anchor), isOpen: first.isOpen }
    : undefined;
}

function isContinued(last: Paragraph | Item, first: Paragraph): boolean {
  if (!last.isOpen || last.size !== first.size) return false;
  return (
    !ended.test(textOf(last.runs)) &&
    (startsWithin(textOf(first.runs)) || /[\p{Ll}\d,-]$/u.test(textOf(last.runs)))
  );
}

function joinedRuns(
  last: readonly TextRun[],
  first: readonly TextRun[],
  anchor: readonly TextRun[],
): TextRun[] {
  const text = textOf(last);
  const isWithin = /\p{L}-$/u.test(text) && startsWithin(textOf(first));
  const end = last.at(-1);
  const runs: TextRun[] =
    isWithin && end ? [...last.slice(0, -1), { ...end, text: end.text.slice(0, -1) }] : [...last];
  for (const [at, run] of [...anchor, ...first].entries())
    append(runs, at === 0 && !isWithin ? ' ' : '', run);
  return runs;
}

/** Both tables as one, if they have the same columns or the second repeats the head of the first. */
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
