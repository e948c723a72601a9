import type { OfficeContentNode } from 'officeparser';
import type { Content, ContentText } from 'pdfmake/interfaces.js';
import { textIn } from '../contents.ts';
import { inlinesOf, linesOf, childrenOf } from './inline.ts';
import type { KeptTogether } from './layout.ts';
import { colors, type TextSurroundings } from './page.ts';

type Heading = OfficeContentNode & { type: 'heading' };

const lineHeight = 0.88;
const linesBelow = 3;

/**
 * Typesets a heading and adds it to the PDF's bookmarks and table of contents. It stays on the same page as the text
 * below it.
 */
export function headingOf(node: Heading, stack: Content[], page: TextSurroundings, below: number): Content {
  const fontSize = page.headingSize(node);
  const level = levelOf(node);
  const text = textIn(node).trim();
  const line = stack.map(firstText).find((each) => each !== undefined);
  if (line !== undefined && text !== '' && !page.isCell) {
    const id = page.outline.idOf(node.metadata?.anchorIds?.[0]);
    const keeps: KeptTogether = { below };
    Object.assign(line, {
      id,
      keeps,
      outline: true,
      outlineText: text,
      outlineExpanded: level === 1,
      ...page.outline.add({ id, level, text }),
    });
  }
  const margin: [number, number, number, number] = [
    0,
    fontSize * page.look.headingGap,
    0,
    2 + fontSize * 0.25,
  ];
  const alignment = node.metadata?.alignment ?? 'left';
  return { stack, fontSize, lineHeight, alignment, color: colors.heading, margin };
}

/** Typesets the title or subtitle of a document. */
export function titleOf(node: OfficeContentNode & { type: 'paragraph' }, page: TextSurroundings): Content[] {
  const isTitle = !/^sub/i.test(node.metadata?.style ?? '');
  const fontSize = isTitle ? (page.look.headingSizes[0] ?? page.size) * 1.25 : page.size * 1.1;
  const sized = { ...page, size: fontSize };
  const look = { heading: isTitle };
  const stack = linesOf(childrenOf(node).flatMap((child) => inlinesOf(child, sized, look)));
  const color = isTitle ? colors.heading : colors.quiet;
  const margin: [number, number, number, number] = [0, 0, 0, page.look.paragraphGap * (isTitle ? 0.75 : 2)];
  return [{ stack, fontSize, lineHeight, color, margin }];
}

/** The space to keep free below a heading for the headings that directly follow it and a few lines of text. */
export function roomBelowHeading(following: readonly OfficeContentNode[], page: TextSurroundings): number {
  let need = 0;
  for (const node of following) {
    if (node.type !== 'heading') break;
    need += page.headingSize(node) * (page.look.headingGap + 1.6);
  }
  return need + page.size * (linesBelow * 1.45 + 1);
}

export function levelOf({ metadata }: Heading): number {
  return Math.min(Math.max(metadata?.level ?? 1, 1), 6);
}

function firstText(block: Content): ContentText | undefined {
  if (typeof block !== 'object' || Array.isArray(block)) return undefined;
  if ('stack' in block) return block.stack.map(firstText).find((each) => each !== undefined);
  return isText(block) ? block : undefined;
}

function isText(block: object): block is ContentText {
  return 'text' in block;
}
