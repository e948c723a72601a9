import { own } from '../../../util/own.ts';
import { childOf, childrenOf, numberOf, toggleOf, valueOf, type XmlElement } from '../xmlTree.ts';

interface Style {
  readonly id: string;
  /** The style's name. Built-in styles have English names in every language; only their ids are translated. */
  readonly name: string;
  readonly basedOn: string | undefined;
  readonly outlineLevel: number | undefined;
  readonly numberingId: string | undefined;
  readonly numberingLevel: number | undefined;
  readonly isHidden: boolean | undefined;
  readonly font: string | undefined;
}

/** The number of outline levels for headings. The level after them is for body text. */
const headingLevels = 9;
const deepestHeading = 6;
/** The maximum depth of style inheritance. Word allows less. */
const maxBases = 20;
const quotation = /^(?:intense )?quote$|^block text$/;
const code =
  /^(?:html (?:preformatted|code|typewriter|sample|keyboard)|macro text|source (?:code|text)|code|preformatted text|verbatim char)$/;

/** The styles of a Word document, with inherited properties. */
export class WordStyles {
  readonly #styles = new Map<string, Style>();
  readonly #defaultId: string | undefined;
  readonly #chains = new Map<string, readonly Style[]>();

  constructor(root: XmlElement | undefined) {
    for (const each of childrenOf(root, 'w:style')) {
      const id = own(each.attributes, 'w:styleId');
      if (id === undefined) continue;
      this.#styles.set(id, styleOf(id, each));
      const isDefault = /^(?:1|true|on)$/.test(own(each.attributes, 'w:default') ?? '');
      if (isDefault && own(each.attributes, 'w:type') === 'paragraph') this.#defaultId = id;
    }
  }

  /** Returns the heading level of a style, starting at 1, or `undefined` for other text. */
  headingLevel(id: string | undefined): number | undefined {
    for (const { outlineLevel, name } of this.#chain(id)) {
      if (outlineLevel !== undefined) return levelOf(outlineLevel);
      const [, level] = /^heading ([1-9])$/.exec(name) ?? [];
      if (level !== undefined) return levelOf(Number(level) - 1);
      if (name === 'title') return 1;
    }
    return undefined;
  }

  /** Returns a style id from which officeparser recognizes the kind of paragraph. */
  readableId(id: string): string {
    const level = this.headingLevel(id);
    const names = this.#chain(id).map(({ name }) => name);
    if (level !== undefined) return names[0] === 'title' ? 'Title' : headingId(level, id);
    if (names.some((name) => quotation.test(name))) return 'Quote';
    if (this.isCode(id)) return 'Code';
    // officeparser treats any id that starts this way as a heading.
    return /^(?:Heading|Title$)/.test(id) ? `Text_${id}` : id;
  }

  isCode(id: string): boolean {
    return this.#chain(id).some(({ name }) => code.test(name));
  }

  /** True if the style hides text; `undefined` if the style doesn't say. */
  isHidden(id: string | undefined): boolean | undefined {
    return this.#first(id, 'isHidden');
  }

  font(id: string | undefined): string | undefined {
    return this.#first(id, 'font');
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

  #first<K extends keyof Style>(id: string | undefined, property: K): Style[K] | undefined {
    return this.#chain(id).find((style) => style[property] !== undefined)?.[property];
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

/** Returns officeparser's style id for headings of a level. */
export function headingId(level: number, id?: string): string {
  const plain = `Heading${level}`;
  return id === undefined || id === plain ? plain : `${plain}_${id}`;
}

/** @param outlineLevel counted from 0, as in Word */
export function levelOf(outlineLevel: number): number | undefined {
  const isHeading = outlineLevel >= 0 && outlineLevel < headingLevels;
  return isHeading ? Math.min(outlineLevel + 1, deepestHeading) : undefined;
}

function styleOf(id: string, each: XmlElement): Style {
  const properties = childOf(each, 'w:pPr');
  const run = childOf(each, 'w:rPr');
  return {
    id,
    name: (valueOf(childOf(each, 'w:name')) ?? '').toLowerCase(),
    basedOn: valueOf(childOf(each, 'w:basedOn')),
    outlineLevel: numberOf(childOf(properties, 'w:outlineLvl')),
    numberingId: valueOf(childOf(properties, 'w:numPr', 'w:numId')),
    numberingLevel: numberOf(childOf(properties, 'w:numPr', 'w:ilvl')),
    isHidden: toggleOf(childOf(run, 'w:vanish')),
    font: fontOf(run),
  };
}

/** Returns the font that a run's properties specify. */
export function fontOf(run: XmlElement | undefined): string | undefined {
  const attributes = childOf(run, 'w:rFonts')?.attributes ?? {};
  return own(attributes, 'w:ascii') ?? own(attributes, 'w:hAnsi');
}
