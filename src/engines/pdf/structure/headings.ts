import type { PdfDocument } from '../document.ts';
import { withMemory } from '../memory.ts';
import { append, mostFrequent, textOf, type TextRun } from '../textExtraction/lines.ts';
import { type Block, type Item, leaderDots, numberOf, type Paragraph } from './blocks.ts';

/** Minimum font size of a heading, relative to the most frequent size. */
const headingSize = 1.15;
const maxHeadingLength = 200;
const maxBoldLength = 120;
const maxLevel = 6;

/** The titles of a document's outline and their levels, which start at 1. */
type Outline = ReadonlyMap<string, number>;

/**
 * Turns short paragraphs into headings if they are larger than most text, bold and not followed by more bold text, or
 * titles of the outline. The largest headings get level 1. If a document has tagged headings, no others are added.
 */
export function withHeadings(blocks: readonly Block[], outline: Outline): Block[] {
  if (blocks.some(({ kind }) => kind === 'heading')) return [...blocks];
  const body = mostFrequent(
    blocks.flatMap((block) => Array.from({ length: lengthOf(block) }, () => sizeOf(block))),
  );
  const isLarge = ({ size, runs }: Paragraph | Item): boolean =>
    size >= body * headingSize && textOf(runs).length <= maxHeadingLength && !leaderDots.test(textOf(runs));
  const count = new Map<string, number>();
  for (const block of blocks)
    if (block.kind === 'paragraph' || block.kind === 'item')
      count.set(titleKey(block), (count.get(titleKey(block)) ?? 0) + 1);
  const looks = blocks.map((block, at) => {
    if (block.kind !== 'paragraph' && block.kind !== 'item') return undefined;
    const key = titleKey(block);
    // The same words may also occur in a caption or a table of contents.
    const isTitle = block.size > body || isBold(block) || count.get(key) === 1;
    const level = isTitle ? outline.get(key) : undefined;
    const isHeading = level !== undefined || isLarge(block) || isBoldTitle(block, blocks[at + 1], body);
    return isHeading ? { level, rank: block.size * 2 + (isBold(block) ? 1 : 0) } : undefined;
  });
  const ranks = [...new Set(looks.flatMap((look) => look?.rank ?? []))].toSorted((a, b) => b - a);
  return blocks.map((block, at) => {
    const look = looks[at];
    if (!look || (block.kind !== 'paragraph' && block.kind !== 'item')) return block;
    const level = Math.min(maxLevel, look.level ?? ranks.indexOf(look.rank) + 1);
    // Remove bold from the text, because headings are shown in bold anyway.
    return { kind: 'heading', level, runs: titleOf(block).map((run) => ({ ...run, bold: false })) };
  });
}

/** Returns a normalized title, for comparisons. */
const titleKey = (block: Paragraph | Item): string => keyOf(textOf(titleOf(block)));

/** Returns the text of a title. A numbered title was recognized as a list item, so its number is added again. */
function titleOf(block: Paragraph | Item): readonly TextRun[] {
  if (block.kind === 'paragraph') return block.runs;
  const runs: TextRun[] = [{ text: block.label, bold: false, italic: false, link: undefined }];
  for (const [at, run] of block.runs.entries()) append(runs, at === 0 ? ' ' : '', { ...run, bold: false });
  return runs;
}

function keyOf(title: string): string {
  return title.normalize('NFKC').replaceAll(/\s+/g, '').toLowerCase();
}

const isBold = ({ runs }: Pick<Paragraph, 'runs'>): boolean =>
  runs.every(({ bold, text }) => bold || text.trim() === '');

function isBoldTitle(block: Paragraph | Item, next: Block | undefined, body: number): boolean {
  const text = textOf(block.runs);
  if (!isBold(block) || block.size < body || text.length > maxBoldLength) return false;
  if (/[.,;:]$/.test(text) || leaderDots.test(text) || !/\p{L}/u.test(text) || !next) return false;
  if (block.kind === 'item')
    return numberOf(block.label) !== undefined && next.kind === 'paragraph' && !isBold(next);
  return (next.kind !== 'paragraph' && next.kind !== 'item') || !isBold(next) || next.size < block.size;
}

function sizeOf(block: Block): number {
  return 'size' in block ? block.size : 0;
}

function lengthOf(block: Block): number {
  return block.kind === 'paragraph' || block.kind === 'item' ? textOf(block.runs).length : 0;
}

const maxTitles = 5000;
const maxDepth = 6;
const maxTitleBytes = 1024;

/** Returns the titles of a document's outline and their levels. */
export function outlineOf({ pdfium, handle }: PdfDocument): Outline {
  const outline = new Map<string, number>();
  let left = maxTitles;
  const visit = (parent: number, level: number): void => {
    if (level > maxDepth) return;
    let bookmark = pdfium.FPDFBookmark_GetFirstChild(handle, parent);
    for (; bookmark !== 0 && left > 0; bookmark = pdfium.FPDFBookmark_GetNextSibling(handle, bookmark)) {
      left -= 1;
      const key = keyOf(titleOf(bookmark));
      if (key !== '' && !outline.has(key)) outline.set(key, level);
      visit(bookmark, level + 1);
    }
  };
  visit(0, 1);
  return outline;

  function titleOf(bookmark: number): string {
    return withMemory(pdfium, maxTitleBytes, (buffer) => {
      const bytes = pdfium.FPDFBookmark_GetTitle(bookmark, buffer, maxTitleBytes);
      return bytes > 2 && bytes <= maxTitleBytes ? pdfium.pdfium.UTF16ToString(buffer) : '';
    });
  }
}
