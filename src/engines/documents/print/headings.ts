import type { Element } from 'hast';
import type { Content, ContentImage, ContentSvg } from 'pdfmake/interfaces.js';
import { hasClass } from '../tree/document.ts';
import { type InlineLook, inlinesOf, linesOf, titleTextIn } from './inline.ts';
import type { KeptTogether } from './layout.ts';
import { colors, headingSize, type TextSurroundings } from './page.ts';

const lineHeight = 0.88;
const linesBelow = 3;
/** The space around a picture or formula below a heading. */
const drawnGaps = 12;
/** The most headings that stay together on a page. */
const maxTogether = 5;

/**
 * Typesets a heading and adds it to the PDF's bookmarks and table of contents. It stays on the same page as the block
 * below it, whose space is added to `keeps`.
 */
export function headingOf(
  node: Element,
  level: number,
  page: TextSurroundings,
  look: InlineLook,
  keeps: KeptTogether,
): Content {
  const fontSize = headingSize(page, level);
  const inner = { ...look, heading: true };
  const stack = linesOf(inlinesOf(node.children, { ...page, size: fontSize }, inner), page, look);
  const text = titleTextIn(node);
  const [line] = stack;
  if (line !== undefined && text !== '' && !page.isCell) {
    const outline = { outline: true, outlineText: text, outlineExpanded: level === 1 };
    Object.assign(line, { keeps, ...outline, ...page.outline.add(level, text) });
  }
  const margin: [number, number, number, number] = [
    0,
    fontSize * page.look.headingGap,
    0,
    2 + fontSize * 0.25,
  ];
  const { alignment = 'left' } = look;
  return { stack, fontSize, lineHeight, alignment, color: colors.heading, margin };
}

/** Typesets the title or subtitle of a document. */
export function titleOf(node: Element, page: TextSurroundings, look: InlineLook): Content[] {
  const isTitle = !hasClass(node, 'subtitle');
  const fontSize = isTitle ? (page.look.headingSizes[0] ?? page.size) * 1.25 : page.size * 1.1;
  const inlines = inlinesOf(node.children, { ...page, size: fontSize }, { ...look, heading: isTitle });
  const stack = linesOf(inlines, page, look);
  const color = isTitle ? colors.heading : colors.quiet;
  const margin: [number, number, number, number] = [0, 0, 0, page.look.paragraphGap * (isTitle ? 0.75 : 2)];
  return [{ stack, fontSize, lineHeight, color, margin, alignment: look.alignment ?? 'left' }];
}

/** The headings above the next block, which stay on its page. */
export class OpenHeadings {
  readonly #page: TextSurroundings;
  #open: KeptTogether[] = [];

  constructor(page: TextSurroundings) {
    this.#page = page;
  }

  /** Adds a heading. Returns its settings, which the next blocks change. */
  add(level: number): KeptTogether {
    const need = headingSize(this.#page, level) * (this.#page.look.headingGap + 1.6);
    for (const heading of this.#open) heading.below += need;
    const keeps: KeptTogether = { below: this.#lines };
    this.#open = [...this.#open.slice(1 - maxTogether), keeps];
    return keeps;
  }

  /** Ends the headings with the block below them. */
  end(block: Content): void {
    const need = Math.max(0, drawnHeight(block) - this.#lines);
    for (const heading of this.#open) heading.below += need;
    this.#open = [];
  }

  get #lines(): number {
    return this.#page.size * (linesBelow * 1.45 + 1);
  }
}

/** The height of the picture or formula that a block begins with, or 0. */
export function drawnHeight(block: Content | undefined): number {
  if (typeof block !== 'object' || Array.isArray(block)) return 0;
  if ('stack' in block) return drawnHeight(block.stack[0]);
  return isDrawn(block) && typeof block.height === 'number' ? block.height + drawnGaps : 0;
}

function isDrawn(block: object): block is ContentImage | ContentSvg {
  return 'image' in block || 'svg' in block;
}
