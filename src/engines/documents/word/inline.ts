import type { Element, ElementContent } from 'hast';
import { element, styleText } from '../tree/document.ts';
import type { Look } from './styles.ts';

/**
 * The elements around a piece of text, from the outside in: a link, `strong`, `em`, `s`, `u`, `sub` or `sup`, `code`,
 * and a `span` with a style. Each is given by its value, which is empty if the text isn't in such an element.
 */
type Layers = readonly string[];

/** A piece of a paragraph: text, or an element. Blocks, such as page breaks, divide the paragraph. */
export interface Piece {
  readonly content: string | Element;
  readonly layers: Layers;
  readonly isBlock?: boolean;
}

const plain: Layers = [];

const wrappers: readonly ((value: string, children: ElementContent[]) => Element)[] = [
  (href, children) => element('a', { href }, children),
  (_, children) => element('strong', {}, children),
  (_, children) => element('em', {}, children),
  (_, children) => element('s', {}, children),
  (_, children) => element('u', {}, children),
  (tagName, children) => element(tagName, {}, children),
  (_, children) => element('code', {}, children),
  (style, children) => element('span', { style }, children),
];

const positions: ReadonlyMap<string | undefined, string> = new Map([
  ['subscript', 'sub'],
  ['superscript', 'sup'],
]);

/** Returns the elements that show how text looks different from the usual text, whose look is `usual`. */
export function layersOf(look: Look, usual: Look, link: string | undefined): Layers {
  // Links and code have a look of their own.
  const isLink = link !== undefined;
  const isCode = look.isCode === true || look.font?.toLowerCase() === 'monospace';
  const style = styleText({
    ...(look.color && !isLink && look.color !== usual.color ? { color: look.color } : {}),
    ...(look.background && look.background !== usual.background ? { backgroundColor: look.background } : {}),
    ...(look.size === undefined || look.size === usual.size || isCode ? {} : { fontSize: look.size }),
  });
  return [
    link ?? '',
    shown(look.isBold, usual.isBold),
    shown(look.isItalic, usual.isItalic),
    shown(look.isStruck, usual.isStruck),
    isLink ? '' : shown(look.isUnderlined, usual.isUnderlined),
    look.position === usual.position ? '' : (positions.get(look.position) ?? ''),
    isCode ? 'x' : '',
    style ?? '',
  ];
}

function shown(value: boolean | undefined, other: boolean | undefined): string {
  return value === true && other !== true ? 'x' : '';
}

/** Text or an element of a line, in which white space is as shown. */
interface Token {
  readonly content: string | Element;
  layers: Layers;
  /** White space, line breaks, notes, and anchors take the look of the text around them. */
  readonly isNeutral: boolean;
}

const spaces = /([ \t\n\r]+)/;
const tab = '\u2003';

/** Makes the content of a paragraph or a part of one. Tabs become em spaces. */
export function inlineContent(pieces: readonly Piece[]): ElementContent[] {
  return nested(settled(tokensOf(pieces)), new Set());
}

/** True if a paragraph shows nothing, though it may have anchors. */
export function isEmpty(content: readonly ElementContent[]): boolean {
  return content.every((each) => each.type === 'element' && isAnchor(each));
}

export function isAnchor(node: Element): boolean {
  return node.tagName === 'a' && node.properties['id'] !== undefined;
}

function tokensOf(pieces: readonly Piece[]): Token[] {
  const tokens: Token[] = [];
  for (const { content, layers } of pieces) {
    if (typeof content !== 'string') {
      const isNeutral = content.tagName === 'br' || content.tagName === 'footnote' || isAnchor(content);
      tokens.push({ content, layers, isNeutral });
      continue;
    }
    for (const [index, text] of content.split(spaces).entries()) {
      if (text !== '') tokens.push({ content: text, layers, isNeutral: index % 2 === 1 });
    }
  }
  return tokens;
}

/** Removes white space that isn't shown, and sets the look of neutral tokens. */
function settled(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  /** White space that is only shown if text follows in the same line. */
  let space = '';
  let breaks: Token[] = [];
  let isAtStart = true;
  for (const token of tokens) {
    const { content } = token;
    if (token.isNeutral && typeof content === 'string') {
      if (!isAtStart && breaks.length === 0) space += content;
    } else if (typeof content !== 'string' && isAnchor(content)) kept.push(token);
    else if (typeof content !== 'string' && content.tagName === 'br') {
      space = '';
      if (!isAtStart) breaks.push(token);
    } else {
      for (const each of breaks) kept.push(each);
      if (space !== '') kept.push({ content: shownSpace(space), layers: plain, isNeutral: true });
      kept.push(token);
      [space, breaks, isAtStart] = ['', [], false];
    }
  }
  let before = plain;
  const neutral: Token[] = [];
  for (const token of kept) {
    if (token.isNeutral) {
      token.layers = before;
      neutral.push(token);
      continue;
    }
    for (const each of neutral) each.layers = common(each, token.layers);
    neutral.length = 0;
    before = token.layers;
  }
  for (const each of neutral) each.layers = plain;
  return kept;
}

function common({ content, layers }: Token, after: Layers): Layers {
  const isNote = typeof content !== 'string' && content.tagName === 'footnote';
  return layers.map((value, index) => (value === after[index] && !(isNote && index === 0) ? value : ''));
}

function shownSpace(space: string): string {
  const tabs = space.split('\t').length - 1;
  return tabs === 0 ? ' ' : tab.repeat(tabs);
}

/** Wraps tokens in their elements, beginning with those that hold the most tokens. */
function nested(tokens: readonly Token[], done: ReadonlySet<number>): ElementContent[] {
  const result: ElementContent[] = [];
  for (let start = 0, end = 0; start < tokens.length; start = end) {
    let [widest, value] = [-1, ''];
    end = start;
    for (const [layer, of] of (tokens[start]?.layers ?? plain).entries()) {
      if (of === '' || done.has(layer)) continue;
      let after = start + 1;
      while (tokens[after]?.layers[layer] === of) after += 1;
      if (after > end) [widest, value, end] = [layer, of, after];
    }
    const wrap = wrappers[widest];
    if (wrap === undefined) {
      end = start + 1;
      addContent(result, tokens[start]?.content ?? '');
    } else result.push(wrap(value, nested(tokens.slice(start, end), new Set([...done, widest]))));
  }
  return result;
}

function addContent(result: ElementContent[], content: string | Element): void {
  const last = result.at(-1);
  if (typeof content !== 'string') result.push(content);
  else if (last?.type === 'text') last.value += content;
  else result.push({ type: 'text', value: content });
}
