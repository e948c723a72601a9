import { decodeHTMLAttribute } from 'entities';
import { type Link, linksAt, type MediaType, type Notation, type LinkPart, type Span } from '../link.ts';
import { jsonLinks } from '../syntax/json.ts';
import { expressionLinks, type ScriptDialect, scriptLinks } from '../syntax/scripts.ts';
import { srcsetAddresses } from '../syntax/srcset.ts';
import { furthestEnd } from '../spans.ts';
import { styleLinks } from '../syntax/styles.ts';
import { type Attribute, type MarkupElement, elementsOf } from './elements.ts';
import { maskExpressions } from './expressions.ts';

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
