import { ownValue } from '../../../util/ownValue.ts';
import { merged } from '../tree/document.ts';
import type { Look } from '../tree/runs.ts';
import {
  attributeOf,
  childOf,
  childrenOf,
  numberOf,
  toggleOf,
  valueOf,
  type XmlElement,
} from '../xmlTree.ts';

/** The look of text, as far as it is known. A color is `#rrggbb`, or `''` for the usual color. */
export interface WordLook extends Omit<Look, 'link'> {
  readonly isHidden?: boolean | undefined;
  readonly font?: string | undefined;
}

/** The look of paragraphs. Lengths are in twentieths of a point. */
export interface ParagraphLook {
  readonly alignment?: string | undefined;
  readonly indent?: number | undefined;
  readonly background?: string | undefined;
  readonly breaksPage?: boolean | undefined;
  readonly isRightToLeft?: boolean | undefined;
}

export type ParagraphKind = 'title' | 'subtitle' | 'quote' | 'code' | 'note' | 'list' | 'text' | `h${number}`;

interface Style {
  readonly id: string;
  /** The style's name. Built-in styles have English names in every language; only their ids are translated. */
  readonly name: string;
  readonly basedOn: string | undefined;
  readonly outlineLevel: number | undefined;
  readonly numberingId: string | undefined;
  readonly numberingLevel: number | undefined;
  readonly look: WordLook;
  readonly paragraph: ParagraphLook;
}

/** The number of outline levels for headings. The level after them is for body text. */
const headingLevels = 9;
const deepestHeading = 6;
/** The maximum depth of style inheritance. Word allows less. */
const maxBases = 20;
const quotation = /^(?:intense )?quote$|^block text$|^quotations$/;
const code =
  /^(?:html (?:preformatted|code|typewriter|sample|keyboard)|macro text|source (?:code|text)|(?:inline )?code(?: char)?|preformatted text|verbatim char)$/;

/** The styles of a Word document, with inherited properties. */
export class WordStyles {
  readonly #styles = new Map<string, Style>();
  readonly #defaultId: string | undefined;
  readonly #defaults: WordLook;
  readonly #chains = new Map<string, readonly Style[]>();
  readonly #looks = new Map<string, WordLook>();

  constructor(root: XmlElement | undefined) {
    this.#defaults = lookOf(childOf(root, 'w:docDefaults', 'w:rPrDefault', 'w:rPr'));
    for (const each of childrenOf(root, 'w:style')) {
      const id = ownValue(each.attributes, 'w:styleId');
      if (id === undefined) continue;
      this.#styles.set(id, styleOf(id, each));
      const isDefault = /^(?:1|true|on)$/.test(ownValue(each.attributes, 'w:default') ?? '');
      if (isDefault && ownValue(each.attributes, 'w:type') === 'paragraph') this.#defaultId = id;
    }
  }

  /** Returns the kind of paragraphs with a style, and of those whose own outline level makes them headings. */
  kindOf(id: string | undefined, outlineLevel: number | undefined): ParagraphKind {
    const chain = this.#chain(id);
    if (chain[0]?.name === 'title' || chain[0]?.name === 'subtitle') return chain[0].name;
    for (const style of chain) {
      const [, level] = /^heading ([1-9])$/.exec(style.name) ?? [];
      const known = style.outlineLevel ?? (level === undefined ? undefined : Number(level) - 1);
      if (known !== undefined) return headingOf(known) ?? headingOf(outlineLevel) ?? this.#textKind(chain);
      if (style.name === 'title' || style.name === 'subtitle') return style.name;
    }
    return headingOf(outlineLevel) ?? this.#textKind(chain);
  }

  #textKind(chain: readonly Style[]): ParagraphKind {
    if (chain.some(({ name }) => quotation.test(name))) return 'quote';
    if (chain.some(({ name }) => code.test(name))) return 'code';
    const name = chain[0]?.name ?? '';
    if (/^(?:foot|end)note\b/.test(name)) return 'note';
    return /^list\b/.test(name) ? 'list' : 'text';
  }

  /** Returns the look of the text in a paragraph style and a character style (ECMA-376, part 1, 17.7.2). */
  look(paragraphStyle: string | undefined, characterStyle?: string): WordLook {
    const key = `${paragraphStyle ?? ''}\n${characterStyle ?? ''}`;
    const known = this.#looks.get(key);
    if (known !== undefined) return known;
    const outer = this.#inherited(paragraphStyle);
    const inner = characterStyle === undefined ? {} : this.#inherited(characterStyle);
    const look: WordLook = {
      ...merged(merged(this.#defaults, outer), inner),
      // These toggle: bold text in a style within another bold style isn't bold (17.7.3).
      bold: toggled(this.#defaults.bold, outer.bold, inner.bold),
      italic: toggled(this.#defaults.italic, outer.italic, inner.italic),
      strikethrough: toggled(this.#defaults.strikethrough, outer.strikethrough, inner.strikethrough),
      code: characterStyle !== undefined && this.#chain(characterStyle).some(({ name }) => code.test(name)),
    };
    this.#looks.set(key, look);
    return look;
  }

  #inherited(id: string | undefined): WordLook {
    return this.#chain(id).reduceRight((look: WordLook, style) => merged(look, style.look), {});
  }

  paragraphLook(id: string | undefined): ParagraphLook {
    return this.#chain(id).reduceRight((look: ParagraphLook, style) => merged(look, style.paragraph), {});
  }

  /** The indentation of the document's style for quotes. */
  get quoteIndent(): number | undefined {
    const style = [...this.#styles.values()].find(({ name }) => quotation.test(name));
    return style && this.paragraphLook(style.id).indent;
  }

  /** Returns the numbering of a style, and the styles that may set its list level. */
  numbering(id: string | undefined): { id: string; level: number | undefined; styles: string[] } | undefined {
    const chain = this.#chain(id);
    const numberingId = chain.find((style) => style.numberingId !== undefined)?.numberingId;
    const level = chain.find((style) => style.numberingLevel !== undefined)?.numberingLevel;
    return numberingId === undefined
      ? undefined
      : { id: numberingId, level, styles: chain.map((style) => style.id) };
  }

  /** Returns a style, followed by the styles that it is based on. */
  #chain(wanted: string | undefined): readonly Style[] {
    const id = wanted ?? this.#defaultId ?? '';
    const known = this.#chains.get(id);
    if (known !== undefined) return known;
    const chain = new Set<Style>();
    for (
      let style = this.#styles.get(id);
      style !== undefined && !chain.has(style) && chain.size < maxBases;
    ) {
      chain.add(style);
      style = this.#styles.get(style.basedOn ?? '');
    }
    this.#chains.set(id, [...chain]);
    return [...chain];
  }
}

/** @param outlineLevel counted from 0, as in Word */
function headingOf(outlineLevel = -1): `h${number}` | undefined {
  const isHeading = outlineLevel >= 0 && outlineLevel < headingLevels;
  return isHeading ? `h${Math.min(outlineLevel + 1, deepestHeading)}` : undefined;
}

function toggled(base = false, outer = false, inner = false): boolean {
  return base || outer !== inner;
}

function styleOf(id: string, each: XmlElement): Style {
  const properties = childOf(each, 'w:pPr');
  return {
    id,
    name: (valueOf(childOf(each, 'w:name')) ?? '').toLowerCase().replaceAll('_', ' '),
    basedOn: valueOf(childOf(each, 'w:basedOn')),
    outlineLevel: numberOf(childOf(properties, 'w:outlineLvl')),
    numberingId: valueOf(childOf(properties, 'w:numPr', 'w:numId')),
    numberingLevel: numberOf(childOf(properties, 'w:numPr', 'w:ilvl')),
    look: lookOf(childOf(each, 'w:rPr')),
    paragraph: paragraphLookOf(properties),
  };
}

/** Returns the look that the properties of a run or a style set themselves. */
export function lookOf(run: XmlElement | undefined): WordLook {
  if (run === undefined) return {};
  const underline = childOf(run, 'w:u');
  const size = numberOf(childOf(run, 'w:sz'));
  const position = valueOf(childOf(run, 'w:vertAlign'));
  const font = childOf(run, 'w:rFonts');
  const highlight = valueOf(childOf(run, 'w:highlight'));
  const color = valueOf(childOf(run, 'w:color'));
  return {
    bold: toggleOf(childOf(run, 'w:b')),
    italic: toggleOf(childOf(run, 'w:i')),
    strikethrough: toggleOf(childOf(run, 'w:strike')) ?? toggleOf(childOf(run, 'w:dstrike')),
    underline: underline && valueOf(underline) !== 'none',
    isHidden: toggleOf(childOf(run, 'w:vanish')),
    subscript: position === undefined ? undefined : position === 'subscript',
    superscript: position === undefined ? undefined : position === 'superscript',
    color: color === '000000' ? '' : colorOf(color),
    backgroundColor: highlight === undefined ? shadingOf(run) : (ownValue(highlights, highlight) ?? ''),
    fontSize: size === undefined || size <= 0 ? undefined : size / 2,
    font: attributeOf(font, 'w:ascii') ?? attributeOf(font, 'w:hAnsi'),
  };
}

/** Returns the look that the properties of a paragraph or a style set themselves. */
export function paragraphLookOf(properties: XmlElement | undefined): ParagraphLook {
  if (properties === undefined) return {};
  return {
    alignment: valueOf(childOf(properties, 'w:jc')),
    indent: indentOf(properties),
    background: shadingOf(properties),
    breaksPage: toggleOf(childOf(properties, 'w:pageBreakBefore')),
    isRightToLeft: toggleOf(childOf(properties, 'w:bidi')),
  };
}

/** Returns the indentation that the properties of a paragraph set. */
export function indentOf(properties: XmlElement | undefined): number | undefined {
  const place = childOf(properties, 'w:ind');
  const indent = Number.parseInt(attributeOf(place, 'w:left') ?? attributeOf(place, 'w:start') ?? '', 10);
  return Number.isSafeInteger(indent) ? indent : undefined;
}

/** Returns the background that an element's properties set; `''` for none. */
export function shadingOf(properties: XmlElement | undefined): string | undefined {
  const shading = childOf(properties, 'w:shd');
  return shading && colorOf(ownValue(shading.attributes, 'w:fill') ?? '');
}

/** The color of a value; `''` for the automatic one. */
function colorOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  return /^[\dA-Fa-f]{6}$/.test(value) ? `#${value.toLowerCase()}` : '';
}

const highlights: Readonly<Record<string, string>> = {
  yellow: '#ffff00',
  green: '#00ff00',
  cyan: '#00ffff',
  magenta: '#ff00ff',
  blue: '#0000ff',
  red: '#ff0000',
  darkBlue: '#00008b',
  darkCyan: '#008b8b',
  darkGreen: '#006400',
  darkMagenta: '#8b008b',
  darkRed: '#8b0000',
  darkYellow: '#808000',
  darkGray: '#a9a9a9',
  lightGray: '#d3d3d3',
  black: '#000000',
};
