import type { Loss, Traits } from '../../contract/losses.ts';
import type { ByteSource } from '../lib/byteSource.ts';

/**
 * A pattern that proves a property, or two patterns: one proves it, and if the other isn't found, the property is
 * absent.
 */
export type Mark = RegExp | readonly [proof: RegExp, hint: RegExp];
export type Marks = Readonly<Partial<Record<Loss, Mark>>>;

/** Maximum number of bytes that are searched. What comes after that remains unknown. */
const maxTextBytes = 256 * 1024;
const never = /(?!)/;

const markup: Marks = {
  charts: [never, /<canvas|<svg|<object|<embed/i],
  diagrams: [
    /<(?:pre|div|code)\sclass=["']?(?:mermaid|plantuml|graphviz|language-(?:mermaid|plantuml|graphviz|dot|vega))\b/i,
    /mermaid|plantuml|graphviz|language-(?:dot|vega)/i,
  ],
  formatting: [never, /<(?:style|link|font|[biu]|em|strong|sup|sub|mark)\b|\bstyle\s*=|\bclass\s*=|<h\d/i],
  hyperlinks: /<a\s[^>]{0,200}href/i,
  // Pictures next to the file are submitted with it, so they are lost only if they can't be found.
  linkedPictures: [/<img\ssrc="(?:https?:)?\/\//i, /<img|<image|<picture|url\(/i],
  lists: /<[uo]l\b/i,
  mathematics: [/<math\b/i, /<math|\$|\\[([]|katex|tex/i],
  notes: [never, /foot|note/i],
  pictures: /<(?:img|svg|picture)\b/i,
  tables: /<table\b/i,
};

/** Patterns for text formats. */
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
    // Tags in lower case, such as `!secret`. Those of CloudFormation are kept.
    anchors: [/(?:^|[:-] +)![a-z]/m, /[&*!]\S/],
    comments: [/^#/, /#/],
    largeNumbers: [never, /\d{16}/],
    nulls: [never, /null|~|:\s*$|-\s*$|:\s*[}\],]/im],
  },
  toml: { comments: [/^\s*#/, /#/], dateTypes: [never, /\d{4}-\d\d-\d\d|\d\d:\d\d/] },
  rtf: {
    comments: /\{\\\*\\annotation\b/,
    hiddenText: [/\\v[ \\{]/, /\\(?:v[1-9]?|deleted)\b/],
    hyperlinks: /HYPERLINK/,
    lists: [never, /\\ls\d|\\pn/],
    // Word also writes pictures as metafiles, for programs that can’t read others.
    metafiles: [never, /\\(?:emfblip|wmetafile)/],
    notes: /\{(?:\\\*)?\\footnote\b/,
    pictures: /\\pict\b/,
    tables: /\\trowd\b/,
  },
  xml: { comments: [/<!--/, /<!--/] },
  ini: { comments: [/^\s*[;#]/, /[;#]/] },
  properties: { comments: [/^\s*[#!]/, /[#!]/] },
};

/**
 * Returns the traits that can be seen at the beginning of a text. A trait is reported as absent only if the whole text
 * was read.
 */
export function textTraits(file: ByteSource, marks: Marks): Traits {
  const bytes = file.read(0, maxTextBytes);
  const isPlain = bytes.length < 2 || !(bytes[0] === 0 || bytes[1] === 0 || bytes[0]! >= 0xfe);
  return isPlain ? traitsIn(bytes.toString(), marks, bytes.length === file.size) : {};
}

/** Returns the traits that patterns show in a text. */
export function traitsIn(text: string, marks: Marks, isWhole: boolean): Traits {
  return Object.fromEntries(
    Object.entries(marks).flatMap(([name, mark]): [string, boolean][] => {
      const [proof, hint] = mark instanceof RegExp ? [mark, mark] : mark;
      if (proof.test(text)) return [[name, true]];
      return isWhole && !hint.test(text) ? [[name, false]] : [];
    }),
  );
}
