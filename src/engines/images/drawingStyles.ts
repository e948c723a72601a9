import parse, { type CssNode } from 'css-tree/parser';
import { decodeXML } from 'entities';
import { Tokenizer } from 'htmlparser2';

/** CSS functions that librsvg doesn't support. */
export const newerFunction = /(?:var|light-dark|oklch|oklab|lch|lab|hwb|color)\(/i;
/** An entity that XML doesn't define. */
const ownEntity = /&(?!(?:amp|lt|gt|quot|apos);|#)/;
const cdataStart = '<![CDATA[';

export type Context = 'declarationList' | 'stylesheet' | 'value';

/** A piece of CSS in a drawing. */
export interface Style {
  readonly start: number;
  readonly end: number;
  /** The CSS without escapes of XML. */
  readonly text: string;
  /** The `media` attribute of a style sheet, or an empty string. */
  readonly media: string;
  readonly context: Context;
  readonly isOfRoot: boolean;
}

/** The root element of a drawing. */
export interface Root {
  readonly name: string;
  /** The position after the name in the start tag. */
  readonly nameEnd: number;
  /** The position after the start tag; 0 if the element is empty. */
  readonly tagEnd: number;
  readonly attributes: ReadonlyMap<string, string>;
  /** The class names and the id, as in selectors. */
  readonly names: ReadonlySet<string>;
}

interface DrawingStyles {
  /** The contents of `style` elements, and the attributes that contain functions, custom properties, or the root's styles. */
  readonly styles: readonly Style[];
  readonly root: Root;
  /** The class names and ids of the other elements, as in selectors. */
  readonly otherNames: ReadonlySet<string>;
}

const nothing = (): void => {};

export function stylesOf(svg: string): DrawingStyles {
  const styles: Style[] = [];
  const attributes = new Map<string, string>();
  const [names, otherNames] = [new Set<string>(), new Set<string>()];
  let [element, attribute, media] = ['', '', ''];
  let root = { name: '', nameEnd: 0, tagEnd: 0 };
  let isOfRoot = true;
  let contentStart: number | undefined;
  const add = (start: number, end: number, context: Context): void => {
    const source = svg.slice(start, end);
    const isSection = source.includes(cdataStart);
    const text = isSection ? withoutSections(source) : decodeXML(source);
    if (isSection || !ownEntity.test(source)) styles.push({ start, end, text, media, context, isOfRoot });
  };
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: false },
    {
      onopentagname: (start, end) => {
        element = svg.slice(start, end);
        media = '';
        if (isOfRoot) root = { name: element, nameEnd: end, tagEnd: 0 };
      },
      onattribname: (start, end) => (attribute = svg.slice(start, end)),
      onattribdata: (start, end) => {
        const text = svg.slice(start, end);
        if (isOfRoot) attributes.set(attribute, text);
        if (attribute === 'media') media = decodeXML(text);
        for (const name of selectable(attribute, text)) (isOfRoot ? names : otherNames).add(name);
        const context = attribute === 'style' ? 'declarationList' : 'value';
        const hasProperties = context === 'declarationList' && (isOfRoot || text.includes('--'));
        if (hasProperties || newerFunction.test(text)) add(start, end, context);
      },
      onopentagend: (end) => {
        if (isOfRoot) root.tagEnd = end + 1;
        isOfRoot = false;
        if (isStyleElement(element)) contentStart = end + 1;
      },
      onselfclosingtag: () => (isOfRoot = false),
      onclosetag: (nameStart, nameEnd) => {
        if (contentStart === undefined || !isStyleElement(svg.slice(nameStart, nameEnd))) return;
        add(contentStart, nameStart - '</'.length, 'stylesheet');
        contentStart = undefined;
      },
      onattribend: nothing,
      onattribentity: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onprocessinginstruction: nothing,
      ontext: nothing,
      ontextentity: nothing,
    },
  );
  tokenizer.write(svg);
  tokenizer.end();
  return { styles, root: { ...root, attributes, names }, otherNames };
}

function isStyleElement(name: string): boolean {
  return name === 'style' || name.endsWith(':style');
}

function selectable(attribute: string, text: string): readonly string[] {
  if (attribute === 'id') return [`#${text}`];
  return attribute === 'class' ? text.split(/\s+/).map((name) => `.${name}`) : [];
}

/** Replaces CDATA marks with spaces. */
function withoutSections(css: string): string {
  return css.replaceAll(/<!\[CDATA\[|\]\]>/g, (mark) => ' '.repeat(mark.length));
}

/** The text of a part of a style sheet; empty for a missing part. */
export function textOf(node: CssNode | null, css: string): string {
  return node === null ? '' : css.slice(node.loc.start.offset, node.loc.end.offset);
}

/** A selector that doesn't depend on other elements. */
const simpleSelector = /^(?:\*|svg)?(?:[.#][\w-]+|:root)*$/;
const names = /[.#][\w-]+/g;
/** Precedence of a `style` attribute, and of `!important`. */
const [rankOfAttribute, rankOfImportant] = [10_000, 100_000];

/** The property for the color from `background` and `background-color`. */
export const background = 'background-color';

export interface RootProperties {
  /** The root's custom properties, and its background. */
  readonly values: ReadonlyMap<string, string>;
  /** Custom properties that other elements set to other values. */
  readonly others: ReadonlySet<string>;
}

interface Declared {
  readonly property: string;
  readonly value: string;
  readonly isImportant: boolean;
}

/** Only considers rules at the top level, because those in sections such as `@supports` may not apply. */
export function rootProperties({ styles, root, otherNames }: DrawingStyles): RootProperties {
  const values = new Map<string, string>();
  const ranks = new Map<string, number>();
  const others = new Set<string>();
  const shared: Declared[] = [];
  const note = (declared: readonly Declared[], rank: number): void => {
    for (const { property, value, isImportant } of declared) {
      const full = rank + (isImportant ? rankOfImportant : 0);
      if (full < (ranks.get(property) ?? 0)) continue;
      ranks.set(property, full);
      values.set(property, value);
    }
  };
  const noteOthers = (declared: readonly Declared[]): void => {
    for (const { property } of declared) others.add(property);
  };
  const noteRule = (selector: string, declared: readonly Declared[]): void => {
    const used = selector.match(names) ?? [];
    const isUsed = used.every((name) => root.names.has(name) || otherNames.has(name));
    // Themes often contain rules for classes that a drawing doesn't have.
    if (selector === 'html' || !(isUsed || selector.includes('('))) return;
    if (!simpleSelector.test(selector) || !used.every((name) => root.names.has(name))) {
      noteOthers(declared);
      return;
    }
    note(declared, specificityOf(selector));
    if (!/^svg|:root/.test(selector) && used.every((name) => otherNames.has(name))) shared.push(...declared);
  };
  for (const { text, context } of styles) {
    if (context !== 'stylesheet') continue;
    for (const { type, prelude, block } of parse(text, { context, positions: true }).children) {
      if (type !== 'Rule') continue;
      const declared = declaredIn(block, text);
      for (const selector of textOf(prelude, text).split(',')) noteRule(selector.trim(), declared);
    }
  }
  for (const { text, context, isOfRoot } of styles) {
    if (context !== 'declarationList') continue;
    const declared = declaredIn(parse(text, { context, positions: true }), text);
    if (isOfRoot) note(declared, rankOfAttribute);
    else noteOthers(declared);
  }
  for (const { property, value } of shared) if (values.get(property) !== value) others.add(property);
  return { values, others };
}

function declaredIn(declarations: CssNode, css: string): Declared[] {
  return [...declarations.children].flatMap(({ type, property, value, important = false }) => {
    if (type !== 'Declaration' || typeof value === 'string') return [];
    const isBackground = property === 'background' || property === background;
    if (!isBackground && !property.startsWith('--')) return [];
    const text = textOf(value, css).trim();
    return [
      { property: isBackground ? background : property, value: text, isImportant: important !== false },
    ];
  });
}

function specificityOf(selector: string): number {
  const count = (part: RegExp): number => selector.match(part)?.length ?? 0;
  return 100 * count(/#/g) + 10 * count(/[.:]/g) + count(/^svg/g);
}
