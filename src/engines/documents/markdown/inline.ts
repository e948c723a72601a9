import type { Parent, PhrasingContent, Text } from 'mdast';
import { withoutTrailing } from '../../../util/text.ts';
import { canPrecedeLetter } from './formulas.ts';

/** Content in an HTML element, for formatting that Markdown has no signs for. */
export interface Markup extends Parent {
  type: 'markup';
  tagName: string;
  children: PhrasingContent[];
}

declare module 'mdast' {
  interface PhrasingContentMap {
    markup: Markup;
  }
  interface RootContentMap {
    markup: Markup;
  }
}

type Formatting = Extract<PhrasingContent, { type: 'delete' | 'emphasis' | 'markup' | 'strong' }>;

/** Joins adjacent text and formatting of the same kind, and moves white space out of formatting. */
export function joined(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const result: PhrasingContent[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    if (last?.type === 'text' && node.type === 'text') {
      last.value += node.value;
    } else if (
      last !== undefined &&
      isFormatting(last) &&
      isFormatting(node) &&
      kindOf(last) === kindOf(node)
    ) {
      for (const child of node.children) last.children.push(child);
    } else {
      // The end of a formula followed by another one, by a digit, or by some letters would be no end.
      if (last?.type === 'inlineMath' && !canBeFollowed(last.value, node))
        result.push({ type: 'html', value: '<!-- -->' });
      result.push(node.type === 'text' ? { ...node } : node);
    }
  }
  return result.flatMap((node) =>
    isFormatting(node) ? withoutEdges({ ...node, children: joined(node.children) }) : [node],
  );
}

function canBeFollowed(tex: string, node: PhrasingContent): boolean {
  const text = node.type === 'text' ? node.value : '';
  return (
    node.type !== 'inlineMath' && !/^\d/.test(text) && (!/^[\p{L}\p{N}]/u.test(text) || canPrecedeLetter(tex))
  );
}

/** Removes white space and line breaks at the edges of a block, though not spaces that don't collapse. */
export function trimmed(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  return split(nodes, /[ \t\n]/).middle;
}

/** Writes line breaks as HTML, which don't end a line of Markdown. */
export function withHtmlBreaks(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  return nodes.map((node) => {
    if (node.type === 'break') return { type: 'html', value: '<br>' };
    return isFormatting(node) || node.type === 'link'
      ? Object.assign({ ...node }, { children: withHtmlBreaks(node.children) })
      : node;
  });
}

function isFormatting(node: PhrasingContent): node is Formatting {
  return (
    node.type === 'strong' || node.type === 'emphasis' || node.type === 'delete' || node.type === 'markup'
  );
}

function kindOf(node: Formatting): string {
  return node.type === 'markup' ? node.tagName : node.type;
}

/** Moves the white space at the edges of formatting out of it, since signs next to white space don't format anything. */
function withoutEdges(node: Formatting): PhrasingContent[] {
  const { before, middle, after } = split(node.children, /\s/);
  return middle.length === 0 ? [...before, ...after] : [...before, { ...node, children: middle }, ...after];
}

interface Parts {
  readonly before: PhrasingContent[];
  readonly middle: PhrasingContent[];
  readonly after: PhrasingContent[];
}

function split(nodes: readonly PhrasingContent[], space: RegExp): Parts {
  const isEdge = (node: PhrasingContent): boolean =>
    node.type === 'break' || (node.type === 'text' && withoutTrailing(node.value, space) === '');
  const start = nodes.findIndex((node) => !isEdge(node));
  if (start < 0) return { before: [...nodes], middle: [], after: [] };
  const end = nodes.findLastIndex((node) => !isEdge(node)) + 1;
  const middle = nodes.slice(start, end);
  const before = nodes.slice(0, start);
  const after = nodes.slice(end);
  const [first] = middle;
  if (first?.type === 'text') {
    let at = 0;
    while (space.test(first.value.charAt(at))) at += 1;
    before.push(...texts(first.value.slice(0, at)));
    middle[0] = { ...first, value: first.value.slice(at) };
  }
  const last = middle.at(-1);
  if (last?.type === 'text') {
    const value = withoutTrailing(last.value, space);
    after.unshift(...texts(last.value.slice(value.length)));
    middle[middle.length - 1] = { ...last, value };
  }
  return { before, middle, after };
}

function texts(value: string): Text[] {
  return value === '' ? [] : [{ type: 'text', value }];
}
