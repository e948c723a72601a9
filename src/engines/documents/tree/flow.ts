import type { Element, ElementContent, RootContent } from 'hast';
import { ownValue } from '../../../util/ownValue.ts';
import { wordsIn } from '../../../util/text.ts';
import { isLink } from './addresses.ts';
import { element, merged, styleOf, textProperty } from './document.ts';
import type { Look } from './runs.ts';

const blockNames = wordsIn(
  'address article aside blockquote caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul',
);
const looks: Readonly<Record<string, Look>> = {
  b: { bold: true },
  cite: { italic: true },
  code: { code: true },
  del: { strikethrough: true },
  dfn: { italic: true },
  em: { italic: true },
  i: { italic: true },
  ins: { underline: true },
  kbd: { code: true },
  mark: { backgroundColor: '#ffff00' },
  s: { strikethrough: true },
  samp: { code: true },
  small: { fontSize: 9 },
  strike: { strikethrough: true },
  strong: { bold: true },
  sub: { subscript: true },
  sup: { superscript: true },
  tt: { code: true },
  u: { underline: true },
  var: { italic: true },
};
const blocks = new WeakMap<Element, boolean>();

/** True for a block, or another element around one. */
export function isBlock(node: RootContent): node is Element {
  if (node.type !== 'element' || node.tagName === 'footnote') return false;
  if (blockNames.has(node.tagName)) return true;
  const known = blocks.get(node) ?? node.children.some(isBlock);
  blocks.set(node, known);
  return known;
}

/** Returns the content of an element as blocks: what is in lines between blocks becomes paragraphs. */
export function flowOf(nodes: readonly RootContent[]): readonly Element[] {
  const flow: Element[] = [];
  let line: ElementContent[] = [];
  for (const node of nodes) {
    if (!isBlock(node)) {
      if (node.type !== 'doctype') line.push(node);
      continue;
    }
    if (line.some(isShown)) flow.push(element('p', {}, line));
    line = [];
    flow.push(node);
  }
  if (line.some(isShown)) flow.push(element('p', {}, line));
  return flow;
}

/** True for inline content that isn't only white space. */
export function isShown(node: ElementContent): boolean {
  return node.type === 'element' || (node.type === 'text' && node.value.trim() !== '');
}

/** Returns the look of the content of an element whose own look is `around`. */
export function lookIn<T extends Look>(around: T, node: Element): T & Look {
  const { marginLeft: _, ...style } = styleOf(node);
  const href = node.tagName === 'a' ? textProperty(node, 'href') : undefined;
  const link = isLink(href) ? href : undefined;
  return { ...around, ...ownValue(looks, node.tagName), ...merged<Look>({}, { ...style, link }) };
}
