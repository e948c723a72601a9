import { parse, stringify } from 'dot-properties';
import ini from 'ini';
import { flatten } from './records.ts';
import { isList, isMap, isScalar, scalarText, type Tree } from './tree.ts';

/** Reads INI, whose values are text; a section `[a.b]` is the key `b` inside of `a`. */
export function readIni(text: string): Tree {
  const plain = text.replaceAll(
    /(=[ \t]*)([^\s"'=].*)$/gm,
    (_, start: string, value: string) => start + withPlainMarks(value),
  );
  return treeOf(ini.parse(plain));
}

/**
 * Marks that the library would take for the start of a comment, and the rest of the value with it: `#fff`, `a;b`. Only
 * one with white space on both sides, behind some text, starts a comment.
 */
function withPlainMarks(value: string): string {
  return value.replaceAll(/[;#]/g, (mark, at: number) =>
    value[at - 1] === '\\' || startsComment(value, at) ? mark : `\\${mark}`,
  );
}

function startsComment(value: string, at: number): boolean {
  let start = at;
  while (value[start - 1] === ' ' || value[start - 1] === '\t') start -= 1;
  return start < at && /\S/.test(value.charAt(start - 1)) && /\s/.test(value.charAt(at + 1));
}

export function writeIni(tree: Tree): string {
  return ini.stringify(sections(isMap(tree) ? tree : new Map([['items', tree]])), { whitespace: true });
}

/** Reads Java properties, whose keys and values are text. */
export function readProperties(text: string): Tree {
  return treeOf(parse(text));
}

export function writeProperties(tree: Tree): string {
  const entries = [...flatten(indexed(tree))].map(([key, value]) => [key, scalarText(value)]);
  const text = stringify(Object.fromEntries(entries), { latin1: false, lineWidth: null });
  // Escapes are read alike by every version of Java, whether in Latin-1 or in UTF-8.
  return `${text.replaceAll(/[^\x20-\x7e\n]/g, escapedUnits)}\n`;
}

function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return value.map(treeOf);
  if (typeof value !== 'object' || value === null) return String(value);
  return new Map(Object.entries(value).map(([key, each]) => [key, treeOf(each)]));
}

/** What the library writes: sections of text and lists of text. Other lists become sections named by number. */
function sections(tree: Tree): Record<string, unknown> {
  return Object.fromEntries([...indexed(tree)].map(([key, value]) => [key, section(value)]));
}

function section(value: Tree): unknown {
  if (isScalar(value)) return scalarText(value);
  if (!isList(value) || !value.every(isScalar)) return sections(value);
  return value.length === 0 ? '' : value.map(scalarText);
}

/** A map, with the entries of a list under their numbers. */
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
