import { SaxesParser } from 'saxes';
import { fault } from '../../contract/fault.ts';
import { ownValue } from '../../util/ownValue.ts';
import { ConversionError } from '../api/conversionError.ts';
import { escapeMarkup } from '../lib/escapeMarkup.ts';
import { decompressionLimits } from './faults.ts';

/** An XML element. Its name includes the prefix as written. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
}

/** The maximum depth of elements. Real documents are less deep, and recursion to this depth fits on the stack. */
const maxDepth = 1000;

/** Parses an XML document. @throws ConversionError for a document beyond the limits; Error for invalid XML */
export function parseElement(xml: string): XmlElement {
  const top = element('');
  const open = [top];
  let count = 0;
  const add = (text: string): void => {
    open.at(-1)?.children.push(text);
  };
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    count += 1;
    if (open.length > maxDepth || count > decompressionLimits.maxXmlElements) {
      throw new ConversionError(fault('document.depth'));
    }
    const opened = element(name, attributes);
    open.at(-1)?.children.push(opened);
    open.push(opened);
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('error', (error) => {
    // Entities aren't expanded. One that XML doesn't define stays as written.
    if (!error.message.includes('undefined entity')) throw error;
  });
  parser.write(xml).close();
  const [root] = elementsOf(top);
  if (root === undefined) throw new Error('The XML part has no root element');
  return root;
}

/** Namespaces of Office documents with their usual prefixes, by which readers look for elements. */
const usualPrefixes: ReadonlyMap<string, string> = new Map([
  ['http://schemas.openxmlformats.org/wordprocessingml/2006/main', 'w'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/relationships', 'r'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/math', 'm'],
  ['http://schemas.openxmlformats.org/drawingml/2006/main', 'a'],
  ['http://schemas.openxmlformats.org/drawingml/2006/picture', 'pic'],
  ['http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing', 'wp'],
  ['http://schemas.openxmlformats.org/drawingml/2006/chart', 'c'],
  ['http://schemas.openxmlformats.org/drawingml/2006/diagram', 'dgm'],
  ['http://purl.oclc.org/ooxml/wordprocessingml/main', 'w'],
  ['http://purl.oclc.org/ooxml/officeDocument/relationships', 'r'],
  ['http://purl.oclc.org/ooxml/officeDocument/math', 'm'],
  ['http://purl.oclc.org/ooxml/drawingml/main', 'a'],
  ['http://purl.oclc.org/ooxml/drawingml/picture', 'pic'],
  ['http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing', 'wp'],
  ['http://purl.oclc.org/ooxml/drawingml/chart', 'c'],
  ['http://schemas.openxmlformats.org/markup-compatibility/2006', 'mc'],
  ['urn:schemas-microsoft-com:vml', 'v'],
]);

/** Changes prefixes that the root element declares, such as the `ns0` of Python's XML library, to the usual ones. */
export function withUsualPrefixes(root: XmlElement): XmlElement {
  const renamed = new Map<string, string>();
  for (const [name, uri] of Object.entries(root.attributes)) {
    const [isDeclaration, prefix = ''] = /^xmlns(?::(.+))?$/.exec(name) ?? [];
    const usual = usualPrefixes.get(uri);
    if (isDeclaration !== undefined && usual !== undefined) renamed.set(prefix, usual);
  }
  if (![...renamed].every(([prefix, usual]) => prefix === usual)) rename(root, renamed);
  return root;
}

function rename(node: XmlElement, renamed: ReadonlyMap<string, string>): void {
  node.name = withPrefix(node.name, renamed, true);
  node.attributes = Object.fromEntries(
    Object.entries(node.attributes).map(([name, value]) => [withPrefix(name, renamed, false), value]),
  );
  for (const child of elementsOf(node)) rename(child, renamed);
}

/** Unprefixed elements are in the default namespace, but unprefixed attributes are in none (Namespaces in XML, 6.2). */
function withPrefix(name: string, renamed: ReadonlyMap<string, string>, isElement: boolean): string {
  const [prefix, local] = name.includes(':') ? name.split(':', 2) : ['', name];
  const usual = prefix !== '' || isElement ? renamed.get(prefix ?? '') : undefined;
  return usual === undefined ? name : `${usual}:${local}`;
}

/** Writes an element as a part of a document, without an XML declaration. */
export function writeFragment(of: XmlElement): string {
  const pieces: string[] = [];
  write(of, pieces);
  return pieces.join('');
}

function write({ name, attributes, children }: XmlElement, pieces: string[]): void {
  pieces.push('<', name);
  for (const [key, value] of Object.entries(attributes)) {
    pieces.push(' ', key, '="', escapeMarkup(value).replaceAll(/[\t\n\r]/g, characterReference), '"');
  }
  if (children.length === 0) {
    pieces.push('/>');
    return;
  }
  pieces.push('>');
  for (const child of children) {
    if (typeof child === 'string') pieces.push(escapeMarkup(child).replaceAll('\r', characterReference));
    else write(child, pieces);
  }
  pieces.push('</', name, '>');
}

const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Returns a text without the characters that XML can't contain. */
export function withoutForbidden(text: string): string {
  return text.replaceAll(forbidden, '');
}

/** Escapes text for XML, without the characters that XML can't contain. */
export function xmlText(text: string): string {
  return escapeMarkup(withoutForbidden(text));
}

function characterReference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

export function element(
  name: string,
  attributes: Record<string, string> = {},
  children: (XmlElement | string)[] = [],
): XmlElement {
  return { name, attributes, children };
}

export function elementsOf({ children }: XmlElement): XmlElement[] {
  return children.filter((child): child is XmlElement => typeof child !== 'string');
}

/** Returns the first child with a name, or the first descendant along a path of names. */
export function childOf(parent: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined {
  let found = parent;
  for (const name of names) {
    found = found?.children.find(
      (child): child is XmlElement => typeof child !== 'string' && child.name === name,
    );
  }
  return found;
}

export function childrenOf(parent: XmlElement | undefined, name: string): XmlElement[] {
  return parent === undefined ? [] : elementsOf(parent).filter((child) => child.name === name);
}

/** Returns an attribute of an element. */
export function attributeOf(of: XmlElement | undefined, name: string): string | undefined {
  return of && ownValue(of.attributes, name);
}

/** Returns elements by the values of one of their attributes. */
export function elementsBy(name: string, elements: readonly XmlElement[]): Map<string, XmlElement> {
  return new Map(elements.map((each) => [attributeOf(each, name) ?? '', each]));
}

/** Returns the value of an element's `w:val` attribute. */
export function valueOf(of: XmlElement | undefined): string | undefined {
  return of && ownValue(of.attributes, 'w:val');
}

/** Returns the value of an element's `w:val` attribute as an integer. */
export function numberOf(of: XmlElement | undefined): number | undefined {
  const value = Number.parseInt(valueOf(of) ?? '', 10);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Returns the value of an on/off property (ECMA-376, part 1, 17.17.4), or `undefined` if it isn't set. */
export function toggleOf(of: XmlElement | undefined): boolean | undefined {
  return of && !/^(?:0|false|off)$/.test(valueOf(of) ?? '');
}

/** Returns a text element for a run, in which spaces are kept. */
export function textElement(text: string): XmlElement {
  return element('w:t', { 'xml:space': 'preserve' }, [text]);
}

export function textIn({ children }: XmlElement): string {
  return children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('');
}
