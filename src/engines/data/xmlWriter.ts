import { fault } from '../../contract/faults/fault.ts';
import { own } from '../../util/own.ts';
import { ConversionError } from '../api/conversionError.ts';
import { isList, isMap, isScalar, scalarText, type Tree } from './tree.ts';
import { hasRoot } from './xml.ts';

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
  return text.replaceAll(/[&<>"\r]/g, (character) => own(escapes, character) ?? character);
}
