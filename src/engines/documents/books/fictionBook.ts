import { ownValue } from '../../../util/ownValue.ts';
import { damaged, isConversionError } from '../../api/conversionError.ts';
import { escapeMarkup } from '../../lib/escapeMarkup.ts';
import { withoutPrefix } from '../../lib/markup.ts';
import { cleanHtml } from '../html/clean.ts';
import { parseMarkup } from '../html/parse.ts';
import type { Document, Picture } from '../tree/document.ts';
import { parseElement, textIn, type XmlElement } from '../xmlTree.ts';

/** FictionBook 2 elements with their equivalents in HTML. */
const sameAs: ReadonlyMap<string, string> = new Map([
  ['a', 'a'],
  ['p', 'p'],
  ['strong', 'strong'],
  ['emphasis', 'em'],
  ['strikethrough', 's'],
  ['sub', 'sub'],
  ['sup', 'sup'],
  ['code', 'code'],
  ['cite', 'blockquote'],
  ['epigraph', 'blockquote'],
  ['poem', 'blockquote'],
  ['annotation', 'blockquote'],
  ['stanza', 'p'],
  ['text-author', 'p'],
  ['subtitle', 'p'],
  ['table', 'table'],
  ['tr', 'tr'],
  ['th', 'th'],
  ['td', 'td'],
]);
const keptAttributes = ['id', 'colspan', 'rowspan', 'align'] as const;
const deepestHeading = 6;

interface Place {
  /** The number of sections around the content. */
  readonly depth: number;
  readonly isTitle: boolean;
  readonly isNotes: boolean;
}

/** Reads a FictionBook 2 file. @throws ConversionError */
export function readFictionBook(xml: string): Document {
  let root: XmlElement;
  try {
    root = parseElement(xml);
  } catch (error) {
    throw isConversionError(error) ? error : damaged('book', error);
  }
  const parts = root.children.filter((child): child is XmlElement => typeof child !== 'string');
  const pictures = new Map<string, Picture>();
  for (const part of parts.filter((each) => withoutPrefix(each.name) === 'binary')) {
    const mediaType = ownValue(part.attributes, 'content-type') ?? '';
    const data = Buffer.from(textIn(part), 'base64');
    if (mediaType.startsWith('image/'))
      pictures.set(`#${ownValue(part.attributes, 'id')}`, { mediaType, data });
  }
  const html: string[] = [];
  for (const part of parts.filter((each) => withoutPrefix(each.name) === 'body')) {
    const isNotes = /^(?:notes|comments|footnotes)$/.test(ownValue(part.attributes, 'name') ?? '');
    write(part, { depth: 0, isTitle: false, isNotes }, html);
  }
  const page = cleanHtml(parseMarkup(html.join('')), { resolve: (address) => pictures.get(address) });
  const info = parts.find((part) => withoutPrefix(part.name) === 'description');
  const field = (name: string): string | undefined => fieldIn(info, 'title-info', name);
  const names = ['first-name', 'middle-name', 'last-name'].map((name) =>
    fieldIn(info, 'title-info', 'author', name),
  );
  const author = names.filter((name) => name !== undefined).join(' ') || undefined;
  return { ...page, title: field('book-title'), author, date: field('date'), language: field('lang') };
}

function fieldIn(from: XmlElement | undefined, ...path: readonly string[]): string | undefined {
  let found = from;
  for (const name of path) {
    found = found?.children.find(
      (child): child is XmlElement => typeof child !== 'string' && withoutPrefix(child.name) === name,
    );
  }
  const text = found === undefined ? '' : textIn(found).replaceAll(/\s+/g, ' ').trim();
  return text === '' ? undefined : text;
}

function write(node: XmlElement, place: Place, html: string[]): void {
  const name = withoutPrefix(node.name);
  if (name === 'image') {
    const alt = ownValue(node.attributes, 'alt') ?? '';
    html.push(`<img alt="${escapeMarkup(alt)}" src="${escapeMarkup(linkIn(node))}">`);
    return;
  }
  const id = ownValue(node.attributes, 'id');
  const isNote = name === 'section' && place.isNotes && id !== undefined;
  // The titles of notes are their numbers.
  if (name === 'title' && place.isNotes) return;
  const level = Math.min(Math.max(place.depth, 1), deepestHeading);
  const inner = {
    ...place,
    depth: place.depth + (name === 'section' ? 1 : 0),
    isTitle: place.isTitle || name === 'title',
  };
  const section = isNote ? 'aside' : 'div';
  const tag = name === 'title' ? `h${level}` : name === 'section' ? section : tagOf(name, place);
  const isReference = name === 'a' && ownValue(node.attributes, 'type') === 'note';
  const attributes = [
    ...keptAttributes.map((each) => [each, ownValue(node.attributes, each)] as const),
    ['href', name === 'a' ? linkIn(node) : undefined] as const,
    ['role', isNote ? 'doc-footnote' : isReference ? 'doc-noteref' : undefined] as const,
  ];
  const written = attributes.map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${escapeMarkup(value)}"`,
  );
  if (tag !== undefined) html.push(`<${tag}${written.join('')}>`);
  for (const child of node.children) {
    if (typeof child === 'string') html.push(escapeMarkup(child));
    else write(child, inner, html);
  }
  if (tag !== undefined) html.push(`</${tag}>`);
  if (name === 'v') html.push('<br>');
  if (name === 'p' && place.isTitle) html.push(' ');
}

function tagOf(name: string, { isTitle }: Place): string | undefined {
  return name === 'p' && isTitle ? undefined : sameAs.get(name);
}

/** Returns the address from an XLink attribute, whose prefix varies. */
function linkIn({ attributes }: XmlElement): string {
  const name = Object.keys(attributes).find((each) => withoutPrefix(each) === 'href');
  return name === undefined ? '' : (ownValue(attributes, name) ?? '');
}
