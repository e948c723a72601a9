import type { Element, ElementContent, RootContent } from 'hast';
import type {
  Content,
  ContentStack,
  ContentText,
  CustomTableLayout,
  OrderedListType,
} from 'pdfmake/interfaces.js';
import { ownValue } from '../../../util/ownValue.ts';
import { headingLevel } from '../tree/contents.ts';
import { childElements, hasClass, integerIn, styleOf, textIn, textProperty } from '../tree/document.ts';
import { isBlock } from '../tree/flow.ts';
import { isList, startsRightToLeft } from '../tree/runs.ts';
import { codeOf } from './code.ts';
import { drawnHeight, headingOf, OpenHeadings, titleOf } from './headings.ts';
import {
  alignedLook,
  indent,
  type Inline,
  type InlineLook,
  inlinesOf,
  linesOf,
  lookOf,
  withLabel,
} from './inline.ts';
import type { InlineDrawing, KeptTogether } from './layout.ts';
import { bareLayout, colors, type TextSurroundings } from './page.ts';
import { tableOf } from './tables.ts';
import { alertColors, alertKindOf } from '../tree/alerts.ts';
import { formulaBlock, pictureBlock } from './textDrawings.ts';

const barWidth = 2;
/** Text isn't moved in any further if its lines would become shorter. */
const minLineWidth = 120;

/** Typesets nodes below each other, in lines that are `width` points long. @throws ConversionError */
export function blocksOf(
  nodes: readonly RootContent[],
  page: TextSurroundings,
  width: number,
  look: InlineLook = {},
): Content[] {
  const blocks: Content[] = [];
  const headings = new OpenHeadings(page);
  const line: RootContent[] = [];
  const add = (added: readonly Content[]): void => {
    if (added[0] !== undefined) headings.end(added[0]);
    for (const block of added) blocks.push(block);
  };
  const endLine = (): void => {
    if (line.length > 0) add(textOf(line.splice(0), page, width, look));
  };
  for (const node of nodes) {
    if (!isBlock(node)) {
      line.push(node);
      continue;
    }
    endLine();
    if (node.type !== 'element') continue;
    const level = headingLevel(node.tagName);
    if (level === undefined) {
      add(blockOf(node, page, width, look));
      continue;
    }
    page.anchors.place(textProperty(node, 'id'));
    blocks.push(headingOf(node, level, page, alignedLook(node, look, page), headings.add(level)));
  }
  endLine();
  return blocks;
}

/** Typesets text, or a picture that stands alone on its line. */
function textOf(
  nodes: readonly RootContent[],
  page: TextSurroundings,
  width: number,
  look: InlineLook,
): Content[] {
  const inlines = inlinesOf(nodes, page, look);
  const isBlank = inlines.every(
    (each) => typeof each === 'object' && typeof each.text === 'string' && each.text.trim() === '',
  );
  const [drawing, ...others] = inlines.flatMap((each) => drawingOf(each) ?? []);
  if (isBlank && drawing?.image !== undefined && others.length === 0)
    return [pictureBlock(drawing, page, width)];
  const lines = linesOf(inlines, page, look);
  if (lines.length === 0) return [];
  return [{ stack: page.isCell ? lines : lines.map((line) => keptLine(line, page)) }];
}

function drawingOf(inline: Inline & { readonly drawing?: InlineDrawing }): InlineDrawing | undefined {
  return inline.drawing;
}

function keptLine(line: ContentText, { below }: TextSurroundings): ContentText {
  const keeps: KeptTogether = { below };
  return Object.assign(line, { keeps });
}

function blockOf(node: Element, page: TextSurroundings, width: number, look: InlineLook): Content[] {
  page.anchors.place(textProperty(node, 'id'));
  const inner = alignedLook(node, look, page);
  const { children } = node;
  switch (node.tagName) {
    case 'p':
      return paragraphOf(node, page, width, inner);
    case 'pre': {
      const drawing = page.formulas.get(node);
      return [drawing === undefined ? codeOf(node, page, width) : formulaBlock(drawing, page, width)];
    }
    case 'table':
      return tableOf(node, page, width, inner, boxOf);
    case 'hr':
      return [hasClass(node, 'page-break') ? { text: '', pageBreak: 'after' } : ruleOf(page, width)];
    case 'ul':
    case 'ol':
      return listOf(node, page, width, inner);
    case 'dt':
      // A term stays on the same page as its description.
      return blocksOf(children, { ...page, below: page.size * 5 }, width, inner);
    case 'summary':
      return [gapBelow(blocksOf(children, { ...page, below: page.size * 2 }, width, inner), page, 0.5)];
    case 'dd': {
      const moved = movedIn(width);
      const stack = boxOf(children, page, width - moved, inner);
      return [{ stack, margin: [moved, 0, 0, page.look.paragraphGap] }];
    }
    case 'figcaption': {
      const small = { ...page, size: page.look.tableSize };
      const stack = blocksOf(children, small, width, inner);
      return [Object.assign(gapBelow(stack, page), { fontSize: small.size, color: colors.quiet })];
    }
    case 'figure':
      return figureOf(blocksOf(children, page, width, inner), page);
    case 'blockquote':
      return barred(page, width, colors.line, (room) => boxOf(children, page, room, inner), colors.quiet);
    case 'div':
      if (hasClass(node, 'markdown-alert')) return alertOf(node, page, width, inner);
  }
  return blocksOf(children, page, width, inner);
}

function paragraphOf(node: Element, page: TextSurroundings, width: number, look: InlineLook): Content[] {
  if (hasClass(node, 'title', 'subtitle')) return titleOf(node, page, look);
  const left = Math.min(styleOf(node).marginLeft ?? 0, Math.max(0, width - minLineWidth));
  const stack = blocksOf(node.children, page, width - left, look);
  if (stack.length === 0) return [];
  const { alignment = 'left' } = look;
  return [{ stack, alignment, margin: [left, 0, 0, page.look.paragraphGap] }];
}

function gapBelow(stack: Content[], page: TextSurroundings, part = 1): Content {
  return { stack, margin: [0, 0, 0, page.look.paragraphGap * part] };
}

/** Typesets a figure, with its picture on the page of its caption. */
function figureOf(stack: Content[], page: TextSurroundings): Content[] {
  const [picture, caption] = stack;
  const height = drawnHeight(picture);
  if (typeof picture === 'object' && height > 0 && caption !== undefined && !page.isCell) {
    const needs = Math.min(page.height, height + page.size * 3);
    Object.assign(picture, { needs, margin: [0, 2, 0, page.look.paragraphGap / 2] });
  }
  return stack;
}

function alertOf(node: Element, page: TextSurroundings, width: number, look: InlineLook): Content[] {
  const color = ownValue(alertColors, alertKindOf(node) ?? '') ?? colors.quiet;
  const [first, ...rest] = node.children;
  const isTitled = first?.type === 'element' && hasClass(first, 'markdown-alert-title');
  const title = isTitled ? linesOf(inlinesOf(first.children, page, { heading: true, color }), page) : [];
  const kept = title.map((line) => keptLine(line, { ...page, below: page.size * 2 }));
  const content = isTitled ? rest : node.children;
  return barred(page, width, color, (room) => [...kept, ...boxOf(content, page, room, look)]);
}

/** Draws a bar along the left side of blocks, which continues on each page. */
function barred(
  page: TextSurroundings,
  width: number,
  bar: string,
  blocksIn: (room: number) => Content[],
  color = 'black',
): Content[] {
  const moved = movedIn(width, indent + 1);
  const stack = blocksIn(width - moved);
  const gap = page.look.paragraphGap;
  if (moved === 0) return stack;
  const layout: CustomTableLayout = {
    ...bareLayout,
    vLineWidth: (column) => (column === 0 ? barWidth : 0),
    vLineColor: () => bar,
    paddingLeft: () => indent - barWidth,
    paddingTop: () => 1,
    paddingBottom: () => 1,
  };
  return [{ table: { widths: ['*'], body: [[{ stack, color }]] }, layout, margin: [1, 0, 0, gap] }];
}

/** Typesets the content of a table cell, list item, or quote, without a gap after its last block. */
export function boxOf(
  nodes: readonly RootContent[],
  page: TextSurroundings,
  width: number,
  look: InlineLook = {},
): Content[] {
  const blocks = blocksOf(nodes, page, width, look);
  const last = blocks.at(-1);
  if (typeof last === 'object' && 'margin' in last && Array.isArray(last.margin)) {
    blocks[blocks.length - 1] = { ...last, margin: [last.margin[0], last.margin[1] ?? 0, 0, 0] };
  }
  return blocks.length === 0 ? [{ text: ' ' }] : blocks;
}

function ruleOf(page: TextSurroundings, width: number): Content {
  const line = { type: 'line', x1: 0, y1: 0, x2: width, y2: 0 } as const;
  const gap = page.look.paragraphGap;
  return {
    canvas: [{ ...line, lineWidth: 0.6, lineColor: colors.line }],
    margin: [0, gap, 0, gap * 1.5],
  };
}

function movedIn(width: number, by = indent): number {
  return width - by < minLineWidth ? 0 : by;
}

const itemGap = 2.5;
const numberTypes: Readonly<Record<string, OrderedListType>> = {
  a: 'lower-alpha',
  A: 'upper-alpha',
  i: 'lower-roman',
  I: 'upper-roman',
};

/** Typesets a list. @throws ConversionError */
function listOf(node: Element, page: TextSurroundings, width: number, look: InlineLook): Content[] {
  const isOrdered = node.tagName === 'ol';
  const items = childElements(node);
  if (items.length === 0) return [];
  const step = node.properties['reversed'] ? -1 : 1;
  const first = integerIn(node, 'start') ?? (step < 0 ? items.length : 1);
  const digits = isOrdered ? String(first + step * items.length).length : 1;
  const moved = indent + Math.max(0, digits - 2) * page.size * 0.6;
  const isDeep = movedIn(width, moved) === 0;
  let number = first;
  const entries = items.map((item) => {
    const counter = integerIn(item, 'value') ?? number;
    const isItem = item.tagName === 'li';
    if (isItem) number = counter + step;
    page.anchors.place(textProperty(item, 'id'));
    const marker = isOrdered ? `${counter}. ` : '• ';
    const isTask = hasClass(item, 'task-list-item');
    const isWithin = !isTask && (isDeep || startsRightToLeft(textIn(item)));
    const label = textProperty(item, 'dataLabel') ?? (isWithin ? marker : undefined);
    const children: readonly ElementContent[] = isItem ? item.children : [item];
    const content = label === undefined || !isItem ? children : withLabel(children, label);
    const isMarked = isItem && label === undefined && !isTask;
    const stack = boxOf(content, page, isDeep ? width : width - moved, lookOf(item, look, page));
    const last = item.children.at(-1);
    // The last item of a list within the item has a gap of its own.
    const gap = last?.type === 'element' && isList(last) ? 0 : stack.length > 1 ? 2 * itemGap : itemGap;
    const entry: ContentStack = { stack, margin: [0, 0, 0, gap] };
    return Object.assign(entry, isMarked ? { counter } : { counter, listType: 'none' as const });
  });
  const margin: [number, number, number, number] = [0, itemGap, 0, page.look.paragraphGap - itemGap];
  if (isDeep) return entries.flatMap(({ stack }) => stack);
  const type = ownValue(numberTypes, textProperty(node, 'type') ?? '') ?? 'decimal';
  return [isOrdered ? { ol: entries, type, margin } : { ul: entries, margin }];
}
