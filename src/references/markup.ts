import { decodeHTMLAttribute } from 'entities';
import {
  furthestEnd,
  type Link,
  type LinkPart,
  linksAt,
  type MediaType,
  type Notation,
  type Span,
  srcsetAddresses,
} from './link.ts';
import { jsonLinks } from './data.ts';
import { type Attribute, elementsOf, type MarkupElement } from './elements.ts';
import { expressionLinks, type ScriptDialect, scriptLinks } from './scripts.ts';
import { styleLinks } from './styles.ts';

/** Attributes that contain addresses according to the HTML standard. The `data-` variants are for lazy loading. */
const addresses = /^(?:src|href|xlink:href|poster|data|background|content|data-.*)$/i;

const addressLists = /^(?:data-)?(?:image)?srcset$/i;

/** Attributes that contain text for people, or names within the page. */
const words = /^(?:alt|title|class|id|name|for|label|placeholder|aria-.*)$/i;

/** Attributes that Vue evaluates as expressions, such as `:src`, `v-bind:src`, `@click`, and `#default`. */
const bound = /^(?::|v-|@|#)/;

const url: Notation = {
  kind: 'url',
  isSure: true,
  read: (raw) => decodeHTMLAttribute(raw),
  write: (path) => path,
};

/** The languages of scripts that are parsed, by their declared type. */
const scripts = new Map<string, ScriptDialect | 'json'>([
  ['', 'js'],
  ['js', 'js'],
  ['jsx', 'js'],
  ['ts', 'ts'],
  ['tsx', 'tsx'],
  ['module', 'js'],
  ['text/javascript', 'js'],
  ['application/ld+json', 'json'],
  ['application/json', 'json'],
  ['importmap', 'json'],
]);

/** Links in the attributes, styles, and scripts of HTML and SVG. In a Vue component, also links in bound attributes. */
export function markupLinks(part: LinkPart): Link[] {
  return elementsOf(part.text).flatMap((element) => elementLinks(part, element, () => -1));
}

/** The addresses of pictures that markup shows. A picture without a `src` is the first one in its `srcset`. */
export function markupPictures(part: LinkPart): Link[] {
  return elementsOf(part.text)
    .filter(({ name }) => name === 'img')
    .flatMap(({ attributes }) => {
      const named = (wanted: string): Attribute | undefined =>
        attributes.find(({ name, start, end }) => name.toLowerCase() === wanted && start < end);
      const source = named('src');
      if (source !== undefined) return linksAt(part, source, url);
      const list = named('srcset');
      const value = list && within(part, list);
      return value
        ? srcsetAddresses(value.text)
            .slice(0, 1)
            .flatMap((span) => linksAt(value, span, url))
        : [];
    });
}

/** Links in a Svelte component, including its attributes' expressions. */
export function svelteLinks(part: LinkPart): Link[] {
  const { text, expressions } = maskExpressions(part.text);
  const endOf = furthestEnd(expressions);
  return [
    ...elementsOf(text).flatMap((element) => elementLinks(part, element, endOf)),
    ...expressions.flatMap((span) => expressionLinks(within(part, span))),
  ];
}

/**
 * @param maskedTo returns the end of the expressions that begin at or before an offset. Attributes that contain an
 * expression aren't plain text.
 */
function elementLinks(part: LinkPart, element: MarkupElement, maskedTo: (start: number) => number): Link[] {
  const { attributes, content } = element;
  const mediaType = mediaTypeOf(part, attributes);
  const links = attributes
    .filter((attribute) => maskedTo(attribute.end - 1) < attribute.start)
    .flatMap((attribute) => attributeLinks(part, attribute, mediaType));
  return content === undefined ? links : [...links, ...contentLinks(part, element, content)];
}

function attributeLinks(part: LinkPart, attribute: Attribute, mediaType: MediaType | undefined): Link[] {
  const { name, start, end } = attribute;
  const value = within(part, attribute);
  if (bound.test(name)) return expressionLinks(value);
  if (addressLists.test(name)) {
    return srcsetAddresses(value.text).flatMap((span) => linksAt(value, span, url, mediaType));
  }
  if (name === 'style') return styleLinks(value);
  if (words.test(name)) return [];
  return linksAt(part, { start, end }, { ...url, isSure: addresses.test(name) }, mediaType);
}

function contentLinks(part: LinkPart, { name, attributes }: MarkupElement, content: Span): Link[] {
  if (name === 'style') return styleLinks(within(part, content));
  const said =
    attributes.find((attribute) => attribute.name === 'lang') ??
    attributes.find(({ name }) => name === 'type');
  const dialect = scripts.get(said === undefined ? '' : part.text.slice(said.start, said.end).toLowerCase());
  if (dialect === undefined) return [];
  return dialect === 'json' ? jsonLinks(within(part, content)) : scriptLinks(within(part, content), dialect);
}

/** The media type that an element, such as `source`, declares for its files. */
function mediaTypeOf(part: LinkPart, attributes: readonly Attribute[]): MediaType | undefined {
  const type = attributes.find(({ name }) => name.toLowerCase() === 'type');
  if (type === undefined) return undefined;
  const { text, offset } = within(part, type);
  return text.includes('/') ? { start: offset, end: offset + text.length, value: text } : undefined;
}

function within({ text, offset }: LinkPart, { start, end }: Span): LinkPart {
  return { text: text.slice(start, end), offset: offset + start };
}

/** A text whose expressions in braces are masked, with the ranges of those expressions. */
interface Masked {
  readonly text: string;
  /** The ranges between the braces. */
  readonly expressions: readonly Span[];
}

/** Start and end of elements and comments in which braces aren't expressions. */
const opaque = [
  ['<script', '</script'],
  ['<style', '</style'],
  ['<!--', '-->'],
] as const;

/**
 * Masks the expressions of a Svelte component, such as `{() => a > b}`, in which an HTML parser would see the end of a
 * tag. Offsets don't change.
 */
function maskExpressions(text: string): Masked {
  const expressions: Span[] = [];
  let masked = '';
  let at = 0;
  const braces = new Braces(text);
  let next = nextOf(text, 0, braces);
  for (; next !== undefined; next = nextOf(text, next.end, braces)) {
    if (next.kind !== 'expression') continue;
    const span = { start: next.start + 1, end: next.end - 1 };
    expressions.push(span);
    masked += text.slice(at, next.start) + 'x'.repeat(next.end - next.start);
    at = next.end;
  }
  return { text: masked + text.slice(at), expressions };
}

interface Hidden extends Span {
  readonly kind: 'expression' | 'opaque';
}

function nextOf(text: string, from: number, braces: Braces): Hidden | undefined {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') {
      const end = braces.closing(at);
      if (end !== undefined) return { kind: 'expression', start: at, end: end + 1 };
    } else if (text[at] === '<') {
      const pair = opaque.find(([opening]) => text.startsWith(opening, at));
      if (pair !== undefined) {
        const end = text.indexOf(pair[1], at);
        return { kind: 'opaque', start: at, end: end === -1 ? text.length : end };
      }
    }
  }
  return undefined;
}

/** Longer expressions would take too long to scan, and may not be expressions at all. */
const maxExpressionLength = 20_000;

/** The scan stops after this many unclosed braces, because each of them takes a pass over the rest of the text. */
const maxUnclosed = 20;

class Braces {
  readonly #text: string;
  #unclosed = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The offset of the brace that closes the one at `open`; `undefined` if there is none. */
  closing(open: number): number | undefined {
    if (this.#unclosed >= maxUnclosed) return undefined;
    const end = closingBrace(this.#text, open);
    if (end === undefined) this.#unclosed += 1;
    return end;
  }
}

/** The offset of the brace that closes the one at `open`. Skips strings, templates, and nested braces. */
function closingBrace(text: string, open: number): number | undefined {
  let depth = 0;
  let quote = '';
  for (let at = open; at < Math.min(text.length, open + maxExpressionLength); at += 1) {
    const sign = text.charAt(at);
    if (quote !== '') {
      if (sign === '\\') at += 1;
      else if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'" || sign === '`') {
      quote = sign;
    } else if (sign === '{') {
      depth += 1;
    } else if (sign === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return undefined;
}
