import type { Element, ElementContent } from 'hast';
import { isLink } from './addresses.ts';
import { element, isNamed, styleText } from './document.ts';

/** The look of text, and the address that it links to. */
export interface Look {
  readonly link?: string | undefined;
  readonly bold?: boolean | undefined;
  readonly italic?: boolean | undefined;
  readonly underline?: boolean | undefined;
  readonly strikethrough?: boolean | undefined;
  readonly subscript?: boolean | undefined;
  readonly superscript?: boolean | undefined;
  readonly code?: boolean | undefined;
  readonly color?: string | undefined;
  readonly backgroundColor?: string | undefined;
  readonly fontSize?: number | undefined;
}

/** A piece of a line: text, or an inline element, in one look. */
export interface Run {
  readonly content: string | Element;
  readonly look: Look;
}

const codeFonts = /mono|courier|consol|menlo/i;
/** The scripts that are written from right to left, which fontkit also sets in this direction. */
export const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;
const hexColor = /^#[\da-f]{6}$/i;

/** True if the first letter of a text belongs to a script that is written from right to left. */
export function startsRightToLeft(text: string): boolean {
  return rightToLeft.test(/\p{L}/u.exec(text)?.[0] ?? '');
}

/** True for the name of a font in which code is set. */
export function isCodeFont(name: string | undefined): boolean {
  return name !== undefined && codeFonts.test(name);
}

/**
 * The elements around a piece of text, from the outside in: a link, `strong`, `em`, `s`, `u`, `sub` or `sup`, `code`,
 * and a `span` with a style. Each is given by its value, which is empty if the text isn't in such an element.
 */
type Layers = readonly string[];

const plain: Layers = [];
const linkLayer = 0;
const codeLayer = 6;

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

function layersOf(look: Look): Layers {
  const { link, color = '', backgroundColor = '', fontSize = Number.NaN } = look;
  const style = styleText({
    color: hexColor.test(color) ? color : undefined,
    backgroundColor: hexColor.test(backgroundColor) ? backgroundColor : undefined,
    // Programs set code smaller, and so do writers.
    fontSize: look.code || !Number.isFinite(fontSize) ? undefined : fontSize,
  });
  return [
    isLink(link) ? link : '',
    look.bold ? 'x' : '',
    look.italic ? 'x' : '',
    look.strikethrough ? 'x' : '',
    look.underline ? 'x' : '',
    look.subscript ? 'sub' : look.superscript ? 'sup' : '',
    look.code ? 'x' : '',
    style ?? '',
  ];
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

/** Returns the content of a line or paragraph, in which white space is as shown. Tabs become em spaces. */
export function inlineContent(runs: readonly Run[]): ElementContent[] {
  return nested(settled(tokensOf(runs)), new Set());
}

/** True for an empty element at a place that links lead to. */
export function isAnchor(node: Element): boolean {
  return node.tagName === 'a' && node.properties['id'] !== undefined;
}

function tokensOf(runs: readonly Run[]): Token[] {
  const tokens: Token[] = [];
  for (const { content, look } of runs) {
    const layers = layersOf(look);
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
  // A note isn't a part of a link, and a line break isn't one of code.
  const tagName = typeof content === 'string' ? '' : content.tagName;
  const left = tagName === 'footnote' ? linkLayer : tagName === 'br' ? codeLayer : undefined;
  return layers.map((value, layer) => (value === after[layer] && layer !== left ? value : ''));
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

/** Adds a block, which continues the block before it if both are quotes, code, or terms of definitions. */
export function addJoined(blocks: ElementContent[], block: Element): void {
  const last = blocks.at(-1);
  if (last?.type !== 'element' || last.tagName !== block.tagName) blocks.push(block);
  else if (block.tagName === 'blockquote' || block.tagName === 'dl') last.children.push(...block.children);
  else if (block.tagName === 'pre' && isCode(last) && isCode(block)) {
    const [before, after] = [last.children[0], block.children[0]];
    if (before?.type === 'element' && after?.type === 'element')
      before.children.push({ type: 'text', value: '\n' }, ...after.children);
  } else blocks.push(block);
}

function isCode({ children: [code] }: Element): boolean {
  return code?.type === 'element' && code.properties['className'] === undefined;
}

/** Returns the content of a cell or item: without a paragraph around its only line. */
export function tightContent(blocks: readonly ElementContent[]): readonly ElementContent[] {
  const [first, ...others] = blocks;
  const isLine = isNamed(first, 'p') && Object.keys(first.properties).length === 0;
  return isLine && others.every(isList) ? [...first.children, ...others] : blocks;
}

/** True for a list. */
export function isList(node: ElementContent): node is Element & { tagName: 'ol' | 'ul' } {
  return node.type === 'element' && (node.tagName === 'ol' || node.tagName === 'ul');
}
