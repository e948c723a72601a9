import type { OfficeContentNode } from 'officeparser';
import { mostFrequent } from '../lines/lines.ts';
import type { Paragraph } from './paragraphs.ts';
import { type Run, textOf } from '../lines/runs.ts';

/** So many times the size of most of the text is that of a heading, which is no longer than this. */
const headingSize = 1.15;
const maxHeadingLength = 200;
const maxLevel = 6;

/** The nodes of a document: what is short and larger than most of the text is a heading, the largest of the first level. */
export function contentOf(paragraphs: readonly Paragraph[]): OfficeContentNode[] {
  const body = mostFrequent(paragraphs.flatMap(({ runs, size }) => Array.from(textOf(runs), () => size)));
  const isHeading = ({ runs, size }: Paragraph): boolean =>
    size >= body * headingSize && textOf(runs).length <= maxHeadingLength;
  const sizes = [...new Set(paragraphs.filter(isHeading).map(({ size }) => size))].toSorted((a, b) => b - a);
  return paragraphs.map((paragraph) => {
    const { runs, size } = paragraph;
    const text = textOf(runs);
    if (!isHeading(paragraph)) return { type: 'paragraph', text, children: runs.map(textNode) };
    const level = Math.min(maxLevel, sizes.indexOf(size) + 1);
    // A heading is bold for being one.
    const children = runs.map((run) => textNode({ ...run, bold: false }));
    return { type: 'heading', text, metadata: { level }, children };
  });
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
