import type { ElementContent, RootContent } from 'hast';
import { wordsIn } from '../../../util/text.ts';
import { escapeMarkup } from '../../lib/escapeMarkup.ts';
import { withoutForbidden } from '../xmlTree.ts';
import { isNamed } from '../tree/document.ts';

const blocks = wordsIn(
  'aside blockquote dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li main nav ol p pre section summary table tbody tfoot thead tr ul',
);
const voids: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'wbr']);
const cells: ReadonlySet<string> = new Set(['td', 'th']);
/** Deeper elements aren't indented further, so that the white space stays in proportion to the content. */
const maxIndentedLevels = 20;

/** True for elements that begin on a line of their own. */
export function isBlock(node: RootContent): boolean {
  if (node.type === 'raw') return /^<math\b[^>]* display="block"/.test(node.value);
  return node.type === 'element' && blocks.has(node.tagName);
}

/** Adds line breaks and indentation between blocks, where white space isn't shown. Cells stay on the line of their row. */
export function laidOut(nodes: readonly ElementContent[], depth = 0): ElementContent[] {
  return separated(nodes, depth, isBlock);
}

function separated(
  nodes: readonly ElementContent[],
  depth: number,
  isOnLine: (node: ElementContent) => boolean,
): ElementContent[] {
  const result: ElementContent[] = [];
  let hasLines = false;
  let isAfter = false;
  for (const node of nodes) {
    const isLine = isOnLine(node);
    if (isLine || isAfter) result.push(newLine(depth));
    hasLines ||= isLine;
    isAfter = isLine || isNamed(node, 'br');
    result.push(isLine ? within(node, depth) : node);
  }
  if (hasLines) result.push(newLine(depth - 1));
  return result;
}

/** Lays out the content of an element that begins on a line of its own. */
function within(node: ElementContent, depth: number): ElementContent {
  if (node.type !== 'element' || node.tagName === 'pre') return node;
  const isLongRow = node.tagName === 'tr' && node.children.some(hasBlocks);
  const isOnLine = (child: ElementContent): boolean =>
    isBlock(child) || (isLongRow && child.type === 'element' && cells.has(child.tagName));
  return { ...node, children: separated(node.children, depth + 1, isOnLine) };
}

function hasBlocks(node: ElementContent): boolean {
  return 'children' in node && node.children.some(isBlock);
}

function newLine(depth: number): ElementContent {
  return { type: 'text', value: `\n${'  '.repeat(Math.max(0, Math.min(depth, maxIndentedLevels)))}` };
}

/** Writes nodes as HTML or XHTML. Raw nodes are markup. The properties of elements must have the names of attributes. */
export function markupOf(nodes: readonly ElementContent[], form: 'html' | 'xhtml'): string {
  const pieces: string[] = [];
  for (const node of nodes) write(node, form === 'xhtml', pieces);
  return withoutForbidden(pieces.join(''));
}

function write(node: ElementContent, isXml: boolean, pieces: string[]): void {
  if (node.type === 'text') pieces.push(escapeMarkup(node.value).replaceAll('&quot;', '"'));
  if (node.type === 'raw') pieces.push(node.value);
  if (node.type !== 'element') return;
  pieces.push('<', node.tagName);
  for (const [name, value] of Object.entries(node.properties)) {
    if (value === true && !isXml) pieces.push(' ', name);
    else pieces.push(' ', name, '="', escapeMarkup(value === true ? name : String(value)), '"');
  }
  const isVoid = voids.has(node.tagName);
  pieces.push(isVoid && isXml ? '/>' : '>');
  if (isVoid) return;
  for (const child of node.children) write(child, isXml, pieces);
  pieces.push('</', node.tagName, '>');
}
