import type { Element, ElementContent, Root, RootContent } from 'hast';
import { ownValue } from '../../../util/ownValue.ts';

/**
 * A document, as every reader makes it and every writer takes it: a tree of HTML elements (hast).
 *
 * Elements mean what they mean in HTML. `blockquote`, `details`, `div`, `dl`, `figure`, `h1`–`h6`, `hr`, `ol`, `p`,
 * `pre`, `section`, `table`, and `ul` are blocks; items, cells, and quotes hold blocks or inline content. Writers treat
 * every other element as its content, so readers don't have to remove any. In addition:
 *
 * - White space is as shown. Outside `pre`, text has no line breaks or tabs and no white space that HTML would
 *   collapse, and there is no white space between blocks. A line break is a `br`.
 * - A block of code is `pre > code`, and a formula is TeX in `code.language-math.math-inline` or, as a block, in
 *   `pre > code.language-math.math-display`, as mdast-util-math writes them.
 * - An item of a task list has the class `task-list-item`, and begins with an `input` that is `checked` or not, as GFM
 *   has it. An item with the label `(a) ` instead of its number has it as `dataLabel`.
 * - `div.markdown-alert.markdown-alert-note` is an alert, as on GitHub, with `p.markdown-alert-title` first.
 * - `p.title` and `p.subtitle` are the title of the document in its text.
 * - `footnote` is our own inline element: a reference to the note that it contains, as blocks. Its `id` is unique;
 *   another reference to the note has the same `id` and the same children.
 * - `hr.page-break` is a page break. An empty `a.page-start` with an `id` marks where a page of the source begins.
 * - The `src` of an `img` is a key of `pictures`, or the address of a picture elsewhere. `width` and `height` are
 *   in CSS pixels.
 * - The caption of a `table` is a paragraph before it.
 * - `align` is the alignment of a paragraph, heading, or cell: `left`, `center`, `right`, or `justify`.
 * - `style` has only declarations that {@link styleOf} returns.
 * - Elements nest at most {@link maxDepth} deep, so that recursion over them is safe.
 */
export interface Document {
  readonly root: Root;
  /** The pictures in the document itself, by name, such as `picture1.png`. */
  readonly pictures: ReadonlyMap<string, Picture>;
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  /** The date as its author wrote it. */
  readonly date?: string | undefined;
  /** The language, such as `en-US`. */
  readonly language?: string | undefined;
}

export interface Picture {
  /** The media type, such as `image/png`. */
  readonly mediaType: string;
  readonly data: Buffer;
}

/** The look of an element that HTML has no element for. Lengths are in points, colors are `#rrggbb`. */
export interface Style {
  readonly color?: string | undefined;
  readonly backgroundColor?: string | undefined;
  readonly fontSize?: number | undefined;
  readonly marginLeft?: number | undefined;
}

export const maxDepth = 1000;

const declarations = {
  color: /(?:^|;)\s*color:\s*(#[\da-f]{6})\b/i,
  backgroundColor: /(?:^|;)\s*background-color:\s*(#[\da-f]{6})\b/i,
  fontSize: /(?:^|;)\s*font-size:\s*([\d.]+)pt\b/i,
  marginLeft: /(?:^|;)\s*margin-left:\s*([\d.]+)pt\b/i,
} as const;

/** Reads the `style` of an element, as {@link styleText} writes it. */
export function styleOf({ properties }: Element): Style {
  const text = typeof properties['style'] === 'string' ? properties['style'] : '';
  if (text === '') return {};
  const [color, backgroundColor, fontSize, marginLeft] = Object.values(declarations).map(
    (declaration) => declaration.exec(text)?.[1],
  );
  return { color, backgroundColor, fontSize: numberIn(fontSize), marginLeft: numberIn(marginLeft) };
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** Writes the `style` of an element, or `undefined` if it would be empty. */
export function styleText({ color, backgroundColor, fontSize, marginLeft }: Style): string | undefined {
  const written = [
    color && `color: ${color}`,
    backgroundColor && `background-color: ${backgroundColor}`,
    fontSize !== undefined && `font-size: ${fontSize}pt`,
    marginLeft !== undefined && `margin-left: ${marginLeft}pt`,
  ].filter((declaration) => declaration);
  return written.length === 0 ? undefined : written.join('; ');
}

/** Returns an object with the properties of another one that aren't `undefined`. */
export function merged<T extends object>(general: T, specific: T): T {
  const set = Object.entries(specific).filter(([, value]) => value !== undefined);
  return { ...general, ...Object.fromEntries(set) };
}

/** Makes an element. Properties that are `undefined` are left out. Text among the children may be given as a string. */
export function element(
  tagName: string,
  properties: Element['properties'] = {},
  children: readonly (ElementContent | string)[] = [],
): Element {
  return {
    type: 'element',
    tagName,
    properties: merged({}, properties),
    children: children.map((child) => (typeof child === 'string' ? { type: 'text', value: child } : child)),
  };
}

/** True for an element with this name. */
export function isNamed<Name extends string>(
  node: RootContent | undefined,
  name: Name,
): node is Element & { tagName: Name } {
  return node?.type === 'element' && node.tagName === name;
}

/** Returns the elements among the children of a node. */
export function childElements({ children }: { readonly children: readonly RootContent[] }): Element[] {
  return children.filter((child): child is Element => child.type === 'element');
}

export function classesOf({ properties: { className } }: Element): readonly string[] {
  return Array.isArray(className) ? className.map(String) : [];
}

/** True if an element has one of these classes. */
export function hasClass({ properties: { className } }: Element, ...names: readonly string[]): boolean {
  return Array.isArray(className) && names.some((name) => className.includes(name));
}

/** Returns the text of a property, or `undefined` if it isn't text. */
export function textProperty({ properties }: Element, name: string): string | undefined {
  const value = ownValue(properties, name);
  return typeof value === 'string' ? value : undefined;
}

/** Returns a property that is a whole number, which a program may have written as text, or `undefined`. */
export function integerIn({ properties }: Element, name: string): number | undefined {
  const value = ownValue(properties, name);
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

/** A formula in TeX. */
export interface Formula {
  readonly tex: string;
  /** True for a formula on lines of its own. */
  readonly isBlock: boolean;
}

/** Returns the formula that an element is, or `undefined` for any other element. */
export function formulaOf(node: Element): Formula | undefined {
  const [only] = node.children;
  const isBlock = node.tagName === 'pre' && only?.type === 'element';
  const code = isBlock ? only : node;
  if (code.tagName !== 'code' || !hasClass(code, 'language-math')) return undefined;
  return isBlock || hasClass(code, 'math-inline')
    ? { tex: textIn(code).replace(/\n$/, ''), isBlock }
    : undefined;
}

/** Makes the element of a formula. */
export function formulaElement({ tex, isBlock }: Formula): Element {
  const mode = isBlock ? 'math-display' : 'math-inline';
  const code = element('code', { className: ['language-math', mode] }, [tex]);
  return isBlock ? element('pre', {}, [code]) : code;
}

/** Iterates over all elements of a tree of any depth, each before its descendants, in the order of the document. */
export function* elementsIn(root: Root | Element): Generator<Element> {
  const waiting: (Root | RootContent)[] = root.children.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type !== 'element') continue;
    yield node;
    for (let at = node.children.length - 1; at >= 0; at -= 1) {
      const child = node.children[at];
      if (child !== undefined) waiting.push(child);
    }
  }
}

/** Returns the first element of a tree that is wanted. */
export function findElement(root: Element, isWanted: (node: Element) => boolean): Element | undefined {
  for (const node of elementsIn(root)) if (isWanted(node)) return node;
  return undefined;
}

/** Removes page breaks that would leave a page empty: at the beginning, at the end, and after another page break. */
export function withoutEmptyPages(blocks: readonly ElementContent[]): ElementContent[] {
  const kept = blocks.filter((block, at) => !isBreak(block) || !isBreak(blocks[at - 1]));
  return kept.length > 0 && isBreak(kept.at(-1)) ? kept.slice(0, -1) : kept;
}

/** True for a page break, and before the first block. */
function isBreak(block: ElementContent | undefined): boolean {
  return block === undefined || (block.type === 'element' && hasClass(block, 'page-break'));
}

/** Returns the text of an element and its descendants, without that of footnotes. */
export function textIn(node: Root | RootContent): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'element' && node.tagName === 'footnote') return '';
  if (node.type === 'element' && node.tagName === 'br') return '\n';
  const children: readonly RootContent[] = 'children' in node ? node.children : [];
  return children.map(textIn).join('');
}
