import { decodeXML } from 'entities';
import { SaxesParser } from 'saxes';
import { fault } from '../../contract/fault.ts';
import { ownValue } from '../../util/ownValue.ts';
import { ConversionError } from '../api/conversionError.ts';
import { isList, isMap, isScalar, scalarText, syntaxFault, tooDeep, type Tree } from './tree.ts';

interface Element {
  readonly name: string;
  readonly attributes: readonly (readonly [string, string])[];
  readonly children: Map<string, Tree[]>;
  text: string;
}

const maxOpenElements = 1000;
/** The maximum number of characters that the document's own entities may add, since nested ones expand exponentially. */
const maxEntityText = 1_000_000;
const maxEntityDepth = 20;

/**
 * Reads XML. An attribute becomes the key `@name`, elements with the same name become a list, and the text beside them
 * becomes `#text`. Entities that the document declares may only stand for text: none reads a file.
 */
export function readXml(text: string): Tree {
  const document: Element = { name: '', attributes: [], children: new Map(), text: '' };
  const open = [document];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw syntaxFault('XML', parser.line, error.message.replace(/^[\d:]+ /, ''));
  });
  parser.on('doctype', (doctype) => declareEntities(parser.ENTITIES, doctype));
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > maxOpenElements) throw tooDeep();
    const named = Object.entries(attributes).map(([key, value]) => [`@${key}`, value] as const);
    open.push({ name, attributes: named, children: new Map(), text: '' });
  });
  const addText = (piece: string): void => {
    const element = open.at(-1);
    if (element) element.text += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    const siblings = open.at(-1)?.children;
    if (element === undefined || siblings === undefined) return;
    const namesakes = siblings.get(element.name);
    if (namesakes) namesakes.push(valueOf(element));
    else siblings.set(element.name, [valueOf(element)]);
  });
  parser.write(text).close();
  return valueOf(document);
}

const declaration = /<!ENTITY\s+([^\s%"'<>&;]+)\s+(?:"([^"]*)"|'([^']*)'|[^"'<>]+)/g;

/** Adds the entities that a document type declares to those that the parser knows. */
function declareEntities(entities: Record<string, string>, documentType: string): void {
  const declared = new Map<string, string | undefined>();
  for (const [, name = '', double, single] of documentType.matchAll(declaration)) {
    // The first declaration of a name is the valid one. Without a text, it refers to a file.
    if (!declared.has(name)) declared.set(name, double ?? single);
  }
  let left = maxEntityText;
  const textOf = (name: string, depth = 0): string => {
    const value = declared.get(name);
    left -= 1;
    if (value === undefined || value.includes('<') || left < 0 || depth > maxEntityDepth) {
      throw unreadableEntity(name);
    }
    const text = value.replaceAll(/&([^&;]+);/g, (reference, inner: string) => {
      const known = declared.has(inner) ? textOf(inner, depth + 1) : decodeXML(reference);
      if (known === reference) throw unreadableEntity(inner);
      return known;
    });
    left -= text.length;
    return text;
  };
  for (const name of declared.keys()) Object.defineProperty(entities, name, { get: () => textOf(name) });
}

function unreadableEntity(name: string): ConversionError {
  return new ConversionError(fault('xml.entity', name));
}

function valueOf({ attributes, children, text }: Element): Tree {
  if (attributes.length === 0 && children.size === 0) return text;
  const elements = [...children].map(([name, values]) => [name, single(values)] as const);
  // White space between elements is only formatting.
  const own = children.size > 0 ? text.trim() : text;
  return new Map<string, Tree>([
    ...attributes,
    ...elements,
    ...(own === '' ? [] : [['#text', own] as const]),
  ]);
}

function single(values: readonly Tree[]): Tree {
  return values.length === 1 ? (values[0] ?? null) : values;
}

/** True if a tree has a single root element, as an XML document needs. */
function hasRoot(tree: Tree): tree is ReadonlyMap<string, Tree> {
  return isMap(tree) && tree.size === 1 && ![...tree.values()].some(isList);
}

const elementName = /^(?:([\p{L}_][\p{L}\p{N}\p{M}._-]*):)?[\p{L}_][\p{L}\p{N}\p{M}._-]*$/u;
// Characters that XML 1.0 can’t represent, not even as a reference.
// eslint-disable-next-line no-control-regex
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/u;
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/**
 * Writes XML from the tree that `readXml` returns: `@key` becomes an attribute, `#text` becomes text, and a list
 * becomes elements with the same name.
 */
export function writeXml(tree: Tree, indent: number): string {
  const [[name, value] = ['root', tree]] = hasRoot(tree) ? tree : [];
  const step = ' '.repeat(indent);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(name, value, step, '', new Set(['xml']))}\n`;
}

function element(key: string, value: Tree, step: string, margin: string, outer: ReadonlySet<string>): string {
  const attributes = isMap(value) ? [...value].filter((entry) => isAttribute(...entry)) : [];
  const prefixes = new Set(outer);
  for (const [name] of attributes) if (name.startsWith('@xmlns:')) prefixes.add(name.slice('@xmlns:'.length));
  const { name, attribute } = tagOf(key, prefixes);
  if (attribute !== '' && attributes.some(([each]) => each === '@key')) {
    throw new ConversionError(fault('data.sameKey', '@key'));
  }
  const written = attributes.map(
    ([each, text]) => ` ${each.slice(1)}="${attributeValue(attributeText(text))}"`,
  );
  const tag = `${name}${attribute}${written.join('')}`;
  const content = contentOf(value, step, margin, prefixes);
  return content === '' ? `${margin}<${tag}/>` : `${margin}<${tag}>${content}</${name}>`;
}

function contentOf(value: Tree, step: string, margin: string, prefixes: ReadonlySet<string>): string {
  if (isScalar(value)) return escaped(scalarText(value));
  const children: [string, Tree][] = isList(value)
    ? value.map((each) => ['item', each])
    : [...value].filter((entry) => !isAttribute(...entry)).flatMap(repeated);
  const said = isMap(value) ? value.get('#text') : undefined;
  const text = said !== undefined && isScalar(said) ? escaped(scalarText(said)) : '';
  if (children.length === 0) return text;
  // Indentation beside text would become part of the text.
  const [inner, start, end] = text === '' ? [margin + step, '\n', `\n${margin}`] : ['', '', ''];
  return `${text}${start}${children.map(([key, each]) => element(key, each, step, inner, prefixes)).join(start)}${end}`;
}

/** Expands a list to entries with the same name. An empty list becomes an empty element, so that its key isn't lost. */
function repeated([key, value]: [string, Tree]): [string, Tree][] {
  if (key === '#text' && isScalar(value)) return [];
  if (!isList(value)) return [[key, value]];
  return value.length === 0 ? [[key, null]] : value.map((each) => [key, each]);
}

function isAttribute(key: string, value: Tree): boolean {
  return key.startsWith('@') && isScalar(value) && elementName.test(key.slice(1));
}

function attributeText(value: Tree): string {
  return isScalar(value) ? scalarText(value) : '';
}

/**
 * Returns the element name for a key. If the key isn't a valid name or has an undeclared prefix, it becomes an
 * attribute.
 */
function tagOf(key: string, prefixes: ReadonlySet<string>): { name: string; attribute: string } {
  const match = elementName.exec(key);
  if (match && (match[1] === undefined || prefixes.has(match[1]))) return { name: key, attribute: '' };
  return { name: 'entry', attribute: ` key="${attributeValue(key)}"` };
}

/** Escapes white space in an attribute's value, since parsers turn unescaped white space into spaces. */
function attributeValue(text: string): string {
  return escaped(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

function escaped(text: string): string {
  const bad = forbidden.exec(text)?.[0];
  if (bad !== undefined) {
    const code = (bad.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    throw new ConversionError(fault('xml.character', code));
  }
  return text.replaceAll(/[&<>"\r]/g, (character) => ownValue(escapes, character) ?? character);
}
