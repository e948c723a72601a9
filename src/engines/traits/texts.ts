import type { Loss, Traits } from '../../contract/losses.ts';
import type { ByteSource } from '../lib/byteSource.ts';

/** A mark that proves a property, or two: one that proves it, and one without which it is absent. */
export type Mark = RegExp | readonly [proof: RegExp, hint: RegExp];
export type Marks = Readonly<Partial<Record<Loss, Mark>>>;

/** Read of a text; the rest may have more. */
const maxTextBytes = 256 * 1024;
const never = /(?!)/;

const markup: Marks = {
  charts: [never, /<canvas|<svg|<object|<embed/i],
  formatting: [never, /<(?:style|link|font|[biu]|em|strong|sup|sub|mark)\b|\bstyle\s*=|\bclass\s*=|<h\d/i],
  hyperlinks: /<a\s[^>]{0,200}href/i,
  // Pictures beside the file are submitted with it, so they are only lost if they aren't found.
  linkedPictures: [/<img\ssrc="(?:https?:)?\/\//i, /<img|<image|<picture|url\(/i],
  lists: /<[uo]l\b/i,
  mathematics: [/<math\b/i, /<math|\$|\\[([]|katex|tex/i],
  notes: [never, /foot|note/i],
  pictures: /<(?:img|svg|picture)\b/i,
  tables: /<table\b/i,
};

/** The properties of texts, by their formats. */
export const marksOfTexts: Readonly<Record<string, Marks>> = {
  html: markup,
  md: {
    diagrams:
      /^ {0,3}(?:`{3,}|~{3,}) *(?:mermaid|dot|graphviz|plantuml|puml|d2|ditaa|vega(?:-lite)?|wavedrom|geojson|topojson|stl)\b/m,
    hyperlinks: [/\]\([^)\s]/, /\]|:\/\/|www\.|@|<a/i],
    linkedPictures: [/!\[[^\]\n]{0,500}\]\(<?(?:https?:)?\/\//i, /!\[|<img/i],
    lists: [/^(?:[*+-]|\d{1,9}[.)]) +\S/m, /^[ \t>]*(?:[*+-]|\d{1,9}[.)])\s|<[uo]l/im],
    mathematics: [/^\$\$/m, /\$|\\[([]|math/],
    notes: [/^\[\^[^\]\n]{1,100}\]:/m, /\[\^/],
    pictures: [/!\[[^\]\n]{0,500}\]\(/, /!\[|<img|<svg/i],
    tables: [/^\|? *:?-{3,}:? *\|/m, /^.*\|/m],
  },
  jsonc: { comments: [/^\s*\/[/*]/, /\/[/*]/], nulls: [never, /\bnull\b/], largeNumbers: [never, /\d{16}/] },
  json: { nulls: [/[:[,]\s*null\s*[,}\]]/, /\bnull\b/], largeNumbers: [never, /\d{16}/] },
  ndjson: { nulls: [/[:[,]\s*null\s*[,}\]]/, /\bnull\b/], largeNumbers: [never, /\d{16}/] },
  yaml: {
    anchors: [never, /[&*!]\S/],
    comments: [/^#/, /#/],
    largeNumbers: [never, /\d{16}/],
    nulls: [never, /null|~|:\s*$|-\s*$|:\s*[}\],]/im],
  },
  toml: { comments: [/^\s*#/, /#/], dateTypes: [never, /\d{4}-\d\d-\d\d|\d\d:\d\d/] },
  xml: { comments: [/<!--/, /<!--/] },
  ini: { comments: [/^\s*[;#]/, /[;#]/] },
  properties: { comments: [/^\s*[#!]/, /[#!]/] },
};

/** The traits that the beginning of a text shows; the whole text is needed to know what it lacks. */
export function textTraits(file: ByteSource, marks: Marks): Traits {
  const bytes = file.read(0, maxTextBytes);
  const isPlain = bytes.length < 2 || !(bytes[0] === 0 || bytes[1] === 0 || bytes[0]! >= 0xfe);
  return isPlain ? traitsIn(bytes.toString(), marks, bytes.length === file.size) : {};
}

/** The traits that these marks in a text show. */
export function traitsIn(text: string, marks: Marks, isWhole: boolean): Traits {
  return Object.fromEntries(
    Object.entries(marks).flatMap(([name, mark]): [string, boolean][] => {
      const [proof, hint] = mark instanceof RegExp ? [mark, mark] : mark;
      if (proof.test(text)) return [[name, true]];
      return isWhole && !hint.test(text) ? [[name, false]] : [];
    }),
  );
}
