import type { OfficeContentNode } from 'officeparser';
import { mostFrequent } from '../lines/lines.ts';
import type { Paragraph } from './paragraphs.ts';
import { type Run, textOf } from '../lines/runs.ts';

/** The minimum size of a heading relative to most of the text, and its maximum length. */
const headingSize = 1.15;
const maxHeadingLength = 200;
const maxLevel = 6;

/** The nodes of a document: short, larger text is a heading, and the largest is of level one. */
export function contentOf(paragraphs: readonly Paragraph[]): OfficeContentNode[] {
  return paragraphs.map(nodeMaker(paragraphs));
}

/** Stands around the name of an anchor: a character of private use, which no writer takes for a sign of its own. */
const anchorSign = '\uE000';
const anchor = /\uE000(page-\d+)\uE000/g;

/** The same of pages, each below an anchor `page-N`; `numbers` are those of the pages, counted from 0. */
export function anchoredContent(
  pages: readonly (readonly Paragraph[])[],
  numbers: readonly number[],
): OfficeContentNode[] {
  const nodeOf = nodeMaker(pages.flat());
  return pages.flatMap((paragraphs, index) => {
    const text = `${anchorSign}page-${(numbers[index] ?? index) + 1}${anchorSign}`;
    return [{ type: 'paragraph', text, children: [{ type: 'text', text }] }, ...paragraphs.map(nodeOf)];
  });
}

/** Makes the anchors of {@link anchoredContent} those of Markdown and HTML, which write them alike. */
export function withAnchors(written: string): string {
  return written.replaceAll(anchor, '<a id="$1"></a>');
}

function nodeMaker(paragraphs: readonly Paragraph[]): (paragraph: Paragraph) => OfficeContentNode {
  const body = mostFrequent(paragraphs.flatMap(({ runs, size }) => Array.from(textOf(runs), () => size)));
  const isHeading = ({ runs, size }: Paragraph): boolean =>
    size >= body * headingSize && textOf(runs).length <= maxHeadingLength;
  const sizes = [...new Set(paragraphs.filter(isHeading).map(({ size }) => size))].toSorted((a, b) => b - a);
  return (paragraph) => {
    const { runs, size } = paragraph;
    const text = textOf(runs);
    if (!isHeading(paragraph)) return { type: 'paragraph', text, children: runs.map(textNode) };
    const level = Math.min(maxLevel, sizes.indexOf(size) + 1);
    // Headings are bold anyway.
    const children = runs.map((run) => textNode({ ...run, bold: false }));
    return { type: 'heading', text, metadata: { level }, children };
  };
}

function textNode({ text, bold, italic, link }: Run): OfficeContentNode {
  const formatting = { ...(bold ? { bold } : {}), ...(italic ? { italic } : {}) };
  return {
    type: 'text',
    text,
    formatting,
    ...(link === undefined ? {} : { metadata: { link, linkType: 'external' } }),
  };
}
