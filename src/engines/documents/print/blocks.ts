import type { OfficeContentNode } from 'officeparser';
import type { Content, ContentStack } from 'pdfmake/interfaces.js';
import { childrenOf, type InlineLook, inlinesOf, isInline, linesOf, plainText } from './inline.ts';
import { listOf } from './lists.ts';
import { bodySize, type Page } from './page.ts';
import { pictureOf } from './pictures.ts';
import { tableOf } from './tables.ts';

const headingSizes = [22, 17, 14, 12, 11, 10.5];
const paragraphGap = 7;
const quoteIndent = 18;
const codeSize = 9;
const codeFill = '#f4f4f4';

/** What nodes become on lines `width` points long, one under the other. @throws ConversionError */
export async function blocksOf(
  nodes: readonly OfficeContentNode[],
  page: Page,
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
      if (lines.length > 0) blocks.push({ stack: lines });
    } else if (node.type === 'list') blocks.push(...(await listOf(group, page, width, boxOf)));
    else blocks.push(...(await blockOf(node, page, width, look)));
  }
  return blocks;
}

/** Nodes that only make sense together with their neighbors: text in a line, the items of a list. */
function sameKind(node: OfficeContentNode): ((other: OfficeContentNode) => boolean) | undefined {
  if (isInline(node)) return isInline;
  return node.type === 'list' ? ({ type }) => type === 'list' : undefined;
}

async function blockOf(
  node: OfficeContentNode,
  page: Page,
  width: number,
  look: InlineLook,
): Promise<Content[]> {
  const { children = [] } = node;
  switch (node.type) {
    case 'heading':
      return [await headingOf(node, page, width)];
    case 'paragraph': {
      const indent = /quot/i.test(node.metadata?.style ?? '') ? quoteIndent : 0;
      const stack = await blocksOf(childrenOf(node), page, width - indent, look);
      const alignment = node.metadata?.alignment ?? 'left';
      const margin = [indent, 0, 0, paragraphGap] as const;
      return stack.length === 0 ? [] : [{ stack, alignment, margin: [...margin], ...anchorOf(node) }];
    }
    case 'code':
      return [codeOf(node.text ?? '', page)];
    case 'table':
      return tableOf(node, page, width, boxOf);
    case 'image':
      return pictureOf(node, page, width);
    case 'break':
      return breakOf(node, width);
    case 'definitionTerm':
      return blocksOf(children, page, width, { ...look, bold: true });
    case 'definitionDescription':
    case 'admonition': {
      const stack = await blocksOf(children, page, width - quoteIndent, look);
      return [{ stack, margin: [quoteIndent, 0, 0, paragraphGap] }];
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

/** What fills a box of its own: no gap after the last block. */
export async function boxOf(
  nodes: readonly OfficeContentNode[],
  page: Page,
  width: number,
): Promise<Content[]> {
  const blocks = await blocksOf(nodes, page, width);
  const last = blocks.at(-1);
  if (typeof last === 'object' && 'margin' in last && Array.isArray(last.margin)) {
    blocks[blocks.length - 1] = { ...last, margin: [last.margin[0], last.margin[1] ?? 0, 0, 0] };
  }
  return blocks.length === 0 ? [{ text: ' ' }] : blocks;
}

async function headingOf(
  node: OfficeContentNode & { type: 'heading' },
  page: Page,
  width: number,
): Promise<ContentStack> {
  const level = Math.min(Math.max(node.metadata?.level ?? 1, 1), headingSizes.length);
  const fontSize = headingSizes[level - 1] ?? bodySize;
  const stack = await blocksOf(childrenOf(node), page, width, { bold: true });
  const alignment = node.metadata?.alignment ?? 'left';
  return { stack, fontSize, alignment, margin: [0, fontSize * 0.6, 0, fontSize * 0.3], ...anchorOf(node) };
}

function codeOf(text: string, page: Page): Content {
  const lines = linesOf(plainText(text.replace(/\n$/, ''), page, { code: true }));
  return {
    table: { widths: ['*'], body: [[{ stack: lines, fontSize: codeSize }]] },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: () => 0,
      fillColor: () => codeFill,
      paddingLeft: () => 6,
      paddingRight: () => 6,
    },
    margin: [0, 0, 0, paragraphGap],
  };
}

function breakOf(node: OfficeContentNode & { type: 'break' }, width: number): Content[] {
  if (node.metadata?.breakType === 'page') return [{ text: '', pageBreak: 'after' }];
  if (node.metadata?.breakType !== 'thematic') return [];
  const line = {
    type: 'line',
    x1: 0,
    y1: 0,
    x2: width,
    y2: 0,
    lineWidth: 0.5,
    lineColor: '#999999',
  } as const;
  return [{ canvas: [line], margin: [0, paragraphGap, 0, paragraphGap] }];
}

/** The place that links within the document lead to. */
function anchorOf({ metadata }: OfficeContentNode): { id: string } | Record<string, never> {
  const anchors = metadata && 'anchorIds' in metadata ? metadata.anchorIds : undefined;
  return anchors?.[0] === undefined ? {} : { id: anchors[0] };
}
