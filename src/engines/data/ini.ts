import { parse, stringify } from 'dot-properties';
import ini from 'ini';
import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { writeNdjson } from './json.ts';
import { flatten } from './tables.ts';
import { isList, isMap, isScalar, scalarText, type Tree, type TreeMap } from './tree.ts';

const standIn = '\0prototype\0';

/** Reads INI, whose values are text. A section `[a.b]` becomes the key `b` inside `a`. */
export function readIni(text: string): Tree {
  const { text: listed, count } = withRepeatedKeys(text.split(/[\r\n]+/).map(plainLine));
  const tree = treeOf(ini.parse(withoutPrototype(listed)));
  // The parser drops an entry that has the same name as a section.
  if (leavesOf(tree) < count) throw new ConversionError(fault('ini.sameName'));
  return tree;
}

/** A value in quotes and the comment after it, which the parser would take for a part of the value. */
const quotedValue = /^(?:"([^"]*)"|'([^']*)')[ \t]*(?:[;#].*)?$/;

/** Escapes the parts of a line's value that the parser would misread. */
function plainLine(line: string): string {
  const start = line.slice(0, line.indexOf('=') + 1);
  const value = line.slice(start.length).trim();
  if (start === '') return line;
  const [, escaped, literal] = quotedValue.exec(value) ?? [];
  if (escaped !== undefined) return start + withEscapes(escaped);
  if (literal !== undefined) return start + JSON.stringify(literal);
  const isQuoted = /^["']/.test(value) && value.endsWith(value.charAt(0));
  return isQuoted ? line : start + withPlainMarks(value);
}

/**
 * Rewrites the repeated keys of a section to the parser's list syntax, because many programs read them as a list. Also
 * counts the entries.
 */
function withRepeatedKeys(lines: readonly string[]): { text: string; count: number } {
  const uses = new Map<string, number>();
  let section = '';
  const keys = lines.map((line) => {
    if (/^\s*(?:[;#]|$)/.test(line)) return undefined;
    if (line.startsWith('[') && line.trimEnd().endsWith(']')) {
      section = line.trim();
      return undefined;
    }
    const key = line.slice(0, Math.max(0, line.indexOf('='))).trim();
    const name = `${section}\n${key}`;
    uses.set(name, (uses.get(name) ?? 0) + 1);
    return { key, name };
  });
  const written = lines.map((line, index) => {
    const { key = '', name = '' } = keys[index] ?? {};
    const isRepeated = key !== '' && !key.endsWith('[]') && (uses.get(name) ?? 0) > 1;
    return isRepeated ? `${key}[]${line.slice(line.indexOf('='))}` : line;
  });
  return { text: written.join('\n'), count: keys.filter((each) => each && each.key !== '').length };
}

function leavesOf(tree: Tree): number {
  if (isScalar(tree)) return 1;
  return [...(isMap(tree) ? tree.values() : tree)].reduce((sum: number, each) => sum + leavesOf(each), 0);
}

/**
 * Returns a value in quotes, with escaped backslashes. The parser expects the escapes of JSON there, but in most files a
 * backslash is only part of a path.
 */
function withEscapes(value: string): string {
  const quoted = `"${value}"`;
  return /^[a-z]:\\(?!\\)/i.test(value) || !isJson(quoted) ? JSON.stringify(value) : quoted;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Escapes backslashes, and marks that the parser would mistake for the start of a comment, as in `#fff` or `a;b`. A
 * comment only starts at a mark that follows text and has white space on both sides.
 */
function withPlainMarks(value: string): string {
  return value.replaceAll(/\\(?![;#])|[;#]/g, (mark, at: number) =>
    mark !== '\\' && (value[at - 1] === '\\' || startsComment(value, at)) ? mark : `\\${mark}`,
  );
}

function startsComment(value: string, at: number): boolean {
  let start = at;
  while (value[start - 1] === ' ' || value[start - 1] === '\t') start -= 1;
  return start < at && /\S/.test(value.charAt(start - 1)) && /\s/.test(value.charAt(at + 1));
}

export function writeIni(tree: Tree): string {
  const plain = sections(isMap(tree) ? tree : new Map([['items', tree]]));
  const text = ini.stringify(plain, { whitespace: true });
  // INI can't represent some keys, but the `ini` package writes them anyway.
  const bad = firstDifference(treeOf(plain), readIni(text));
  if (bad !== undefined) throw new ConversionError(fault('ini.key', bad));
  return text;
}

/** Reads Java properties, whose keys and values are text. */
export function readProperties(text: string): Tree {
  return treeOf(parse(withoutPrototype(text)));
}

export function writeProperties(tree: Tree): string {
  const entries = [...flatten(indexed(tree))].map(([key, value]) => [key, scalarText(value)]);
  const text = stringify(Object.fromEntries(entries), { latin1: false, lineWidth: null });
  // All versions of Java read escapes the same way, whether they expect Latin-1 or UTF-8.
  return `${text.replaceAll(/[^\x20-\x7e\n]/g, escapedUnits)}\n`;
}

/** The INI and properties libraries create plain objects, in which `__proto__` can't be a key. */
function withoutPrototype(text: string): string {
  return text.replaceAll('__proto__', standIn);
}

function treeOf(value: object): TreeMap {
  return new Map(
    Object.entries(value).map(([key, each]) => [key.replaceAll(standIn, '__proto__'), treeOfValue(each)]),
  );
}

function treeOfValue(value: unknown): Tree {
  if (Array.isArray(value)) return value.map(treeOfValue);
  return typeof value === 'object' && value !== null
    ? treeOf(value)
    : String(value).replaceAll(standIn, '__proto__');
}

/**
 * Prepares a tree for the `ini` package, which writes sections of text and lists of text. Other lists become sections
 * with numbered keys.
 */
function sections(tree: Tree): Record<string, unknown> {
  return Object.fromEntries([...indexed(tree)].map(([key, value]) => [key, section(value)]));
}

/** Returns the first key whose values differ between the two trees. */
function firstDifference(tree: TreeMap, other: Tree): string | undefined {
  for (const [key, value] of tree) {
    const found = isMap(other) ? other.get(key) : undefined;
    if (isMap(value)) {
      const inner = firstDifference(value, found ?? null);
      if (inner !== undefined) return inner;
    } else if (writeNdjson([value]) !== writeNdjson([found ?? null])) return key;
  }
  return undefined;
}

function section(value: Tree): unknown {
  if (isScalar(value)) return scalarText(value);
  if (isMap(value) && value.size === 0) return '';
  if (!isList(value) || !value.every(isScalar)) return sections(value);
  return value.length === 0 ? '' : value.map(scalarText);
}

/** Returns a map unchanged, and a list as a map with numbered keys. */
function indexed(tree: Tree): ReadonlyMap<string, Tree> {
  if (isMap(tree)) return tree;
  return new Map((isList(tree) ? tree : [tree]).map((each, at) => [String(at), each]));
}

function escapedUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
