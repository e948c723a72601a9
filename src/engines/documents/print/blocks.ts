import type { OfficeContentNode } from 'officeparser';
import type { Content, ContentText } from 'pdfmake/interfaces.js';
import { labeledChildren, labelOf, type ListItem } from '../lists.ts';
import { codeOf } from './code.ts';
import { formulaBlock } from './formulas.ts';
import { headingOf, roomBelowHeading, titleOf } from './headings.ts';
import { childrenOf, type InlineLook, inlinesOf, isInline, linesOf } from './inline.ts';
import type { KeptTogether } from './layout.ts';
import { colors, type TextSurroundings } from './page.ts';
import { pictureOf } from './pictures.ts';
import { tableOf } from './tables.ts';

const quoteIndent = 16;
const barWidth = 2;
const admonitionColors: Readonly<Record<string, string>> = {
  note: '#0969da',
  tip: '#1a7f37',
  important: '#8250df',
  warning: '#9a6700',
  caution: '#cf222e',
};

/** Typesets nodes below each other, in lines that are `width` points long. @throws ConversionError */
export async function blocksOf(
  nodes: readonly OfficeContentNode[],
  page: TextSurroundings,
  width: number,
  look: InlineLook = {},
): Promise<Content[]> {
  const blocks: Content[] = [];
  for (let at = 0; at < nodes.length;) {
    const node = nodes[at];
    if (node === undefined) break;
    const alike = sameKind(node);
    const end = alike === undefined ? at + 1 : nodes.findIndex((each, index) => index > at && !alike(each));
    const group = nodes.slice(at, end < 0 ? nodes.length : end);
    at += group.length;
    if (isInline(node)) {
      const lines = linesOf(group.flatMap((each) => inlinesOf(each, page, look)));
      if (lines.length > 0)
        blocks.push({ stack: page.isCell ? lines : lines.map((line) => keptLine(line, page)) });
    } else if (node.type === 'list') blocks.push(...(await listOf(group, page, width)));
    else if (node.type === 'heading') {
      const below = roomBelowHeading(nodes.slice(at), page);
      blocks.push(
        headingOf(node, await blocksOf(childrenOf(node), ...headingPage(node, page, width)), page, below),
      );
    } else blocks.push(...(await blockOf(node, page, width, look)));
  }
  return blocks;
}

function headingPage(
  node: OfficeContentNode & { type: 'heading' },
  page: TextSurroundings,
  width: number,
): [TextSurroundings, number, InlineLook] {
  return [{ ...page, size: page.headingSize(node) }, width, { heading: true }];
}

function keptLine(line: ContentText, { below }: TextSurroundings): ContentText {
  const keeps: KeptTogether = { below };
  return Object.assign(line, { keeps });
}

/** Returns a test for the following nodes that are typeset together with a node: text in a line, or items of a list. */
function sameKind(node: OfficeContentNode): ((other: OfficeContentNode) => boolean) | undefined {
  if (isInline(node)) return isInline;
  return node.type === 'list' ? ({ type }) => type === 'list' : undefined;
}

async function blockOf(
  node: OfficeContentNode,
  page: TextSurroundings,
  width: number,
  look: InlineLook,
): Promise<Content[]> {
  const { children = [] } = node;
  switch (node.type) {
    case 'paragraph':
      return paragraphOf(node, page, width, look);
    case 'code': {
      const drawing = page.formulas.get(node);
      return [drawing === undefined ? codeOf(node, page, width) : formulaBlock(drawing, page, width)];
    }
    case 'table':
      return tableOf(node, page, width, boxOf);
    case 'image':
      return pictureOf(node, page, width);
    case 'break':
      return breakOf(node, page, width);
    case 'definitionTerm':
      // A term stays on the same page as its description.
      return blocksOf(children, { ...page, below: page.size * 5 }, width, { ...look, bold: true });
    case 'definitionDescription': {
      const stack = await blocksOf(children, page, width - quoteIndent, look);
      return [{ stack, margin: [quoteIndent, 0, 0, page.look.paragraphGap] }];
    }
    case 'admonition': {
      const color = admonitionColors[node.metadata?.admonitionType ?? 'note'] ?? colors.quiet;
      const type = node.metadata?.admonitionType ?? 'note';
      const words = node.metadata?.title || `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
      const heading = linesOf(inlinesOf({ type: 'text', text: words }, page, { heading: true })).map(
        (line) => ({ ...line, color }),
      );
      const stack = [...heading, ...(await boxOf(children, page, width - quoteIndent))];
      return [barred(stack, color, page)];
    }
    case 'comment':
    case 'chart':
    case 'header':
    case 'footer':
      return [];
    default:
      return blocksOf(childrenOf(node), page, width, look);
  }
}

async function paragraphOf(
  node: OfficeContentNode & { type: 'paragraph' },
  page: TextSurroundings,
  width: number,
  look: InlineLook,
): Promise<Content[]> {
  const style = node.metadata?.style ?? '';
  if (/^(?:sub)?title$/i.test(style)) return titleOf(node, page);
  const isQuote = /quot/i.test(style);
  const room = isQuote ? width - quoteIndent : width;
  const stack = await blocksOf(childrenOf(node), page, room, look);
  if (stack.length === 0) return [];
  const alignment = node.metadata?.alignment ?? 'left';
  const margin: [number, number, number, number] = [0, 0, 0, page.look.paragraphGap];
  const paragraph = { stack, alignment, ...anchorOf(node) };
  return [isQuote ? barred([paragraph], colors.line, page, colors.quiet) : { ...paragraph, margin }];
}

/** Draws a bar along the left side of blocks, which continues on each page. */
function barred(stack: Content[], bar: string, page: TextSurroundings, color = 'black'): Content {
  return {
    table: { widths: ['*'], body: [[{ stack, color }]] },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: (column) => (column === 0 ? barWidth : 0),
      vLineColor: () => bar,
      paddingLeft: () => quoteIndent - barWidth,
      paddingRight: () => 0,
      paddingTop: () => 1,
      paddingBottom: () => 1,
    },
    margin: [1, 0, 0, page.look.paragraphGap],
  };
}

/** Typesets the content of a table cell or list item, without a gap after its last block. */
export async function boxOf(
  nodes: readonly OfficeContentNode[],
  page: TextSurroundings,
  width: number,
): Promise<Content[]> {
  const blocks = await blocksOf(nodes, page, width);
  const last = blocks.at(-1);
  if (typeof last === 'object' && 'margin' in last && Array.isArray(last.margin)) {
    blocks[blocks.length - 1] = { ...last, margin: [last.margin[0], last.margin[1] ?? 0, 0, 0] };
  }
  return blocks.length === 0 ? [{ text: ' ' }] : blocks;
}

function breakOf(
  node: OfficeContentNode & { type: 'break' },
  page: TextSurroundings,
  width: number,
): Content[] {
  if (node.metadata?.breakType === 'page') return [{ text: '', pageBreak: 'after' }];
  if (node.metadata?.breakType !== 'thematic') return [];
  const line = {
    type: 'line',
    x1: 0,
    y1: 0,
    x2: width,
    y2: 0,
    lineWidth: 0.6,
    lineColor: colors.line,
  } as const;
  const gap = page.look.paragraphGap;
  return [{ canvas: [line], margin: [0, gap, 0, gap * 1.5] }];
}

/** The id for links that lead to a node. */
function anchorOf({ metadata }: OfficeContentNode): { id: string } | Record<string, never> {
  const anchors = metadata && 'anchorIds' in metadata ? metadata.anchorIds : undefined;
  return anchors?.[0] === undefined ? {} : { id: anchors[0] };
}

const listIndent = 16;
const itemGap = 2.5;
const deepestItem = 9;

/** Typesets consecutive items as nested lists. @throws ConversionError */
async function listOf(
  nodes: readonly OfficeContentNode[],
  page: TextSurroundings,
  width: number,
): Promise<Content[]> {
  const items = nodes.filter((node): node is ListItem => node.type === 'list');
  const shown = await Promise.all(items.map(async (item) => itemOf(item, page, width)));
  const margin = [0, 0, 0, page.look.paragraphGap - itemGap] as const;
  return shown.length === 0 ? [] : [{ stack: shown, margin: [...margin] }];
}

/** Typesets an item as its own list, so that its marker and depth don't depend on other items. */
async function itemOf(item: ListItem, page: TextSurroundings, width: number): Promise<Content> {
  const { metadata } = item;
  const depth = Math.min(Math.max(metadata?.indentation ?? 0, 0), deepestItem);
  const isOrdered = metadata?.listType === 'ordered';
  const isLabeled = labelOf(item) !== undefined;
  const box = metadata?.isTask ? [checkbox(metadata.checked === true)] : [];
  const content = isLabeled ? labeledChildren(item) : [...box, ...childrenOf(item)];
  const entry = { stack: await boxOf(content, page, width - listIndent * (depth + 1)) };
  const margin: [number, number, number, number] = [listIndent * depth, 0, 0, itemGap];
  if (isLabeled) return { ol: [entry], type: 'none', margin };
  if (isOrdered) return { ol: [entry], start: (metadata?.itemIndex ?? 0) + 1, margin };
  return { ul: [entry], type: box.length > 0 ? 'none' : 'disc', margin };
}

function checkbox(isChecked: boolean): OfficeContentNode {
  return { type: 'text', text: isChecked ? '☑ ' : '☐ ' };
}
