import { ownValue } from '../../../util/ownValue.ts';
import { isCodeFont, type Look } from '../tree/runs.ts';
import { attributeOf, childOf, childrenOf, elementsOf, type XmlElement } from '../xmlTree.ts';

type Attributes = Readonly<Record<string, string>>;

/** A style with the properties of the styles that it is based on. */
export interface OpenStyle {
  /** The names of the style and of those that it is based on. */
  readonly names: readonly string[];
  readonly text: Attributes;
  readonly paragraph: Attributes;
  readonly cell: Attributes;
  readonly startsPage: boolean;
}

/** A level of a list style. `type` is that of an `ol`, or `none` without a label. */
export interface ListLevel {
  readonly type: '1' | 'a' | 'A' | 'i' | 'I' | 'bullet' | 'none';
  readonly start: number;
  readonly prefix: string;
  readonly suffix: string;
  /** The number of levels whose numbers the label shows. */
  readonly shownLevels: number;
}

const noStyle: OpenStyle = { names: [], text: {}, paragraph: {}, cell: {}, startsPage: false };
const bulletLevel: ListLevel = { type: 'bullet', start: 1, prefix: '', suffix: '', shownLevels: 1 };
const maxAncestors = 50;
/** Styles of text in which programs set code. */
const codeNames = /source.?text|verbatim|^code|code$/i;

/** The styles of an OpenDocument document. Those of its content take precedence over those of `styles.xml`. */
export class OpenStyles {
  readonly #styles = new Map<string, XmlElement>();
  readonly #known = new Map<string, OpenStyle>();
  readonly #lists = new Map<string, readonly XmlElement[]>();
  readonly #fonts = new Map<string, string>();
  /** The language of text whose styles have none. */
  readonly language: string | undefined;

  constructor(content: XmlElement, styles: XmlElement | undefined) {
    let language: string | undefined;
    for (const part of [content, ...(styles === undefined ? [] : [styles])].flatMap(elementsOf)) {
      for (const each of elementsOf(part)) {
        const name = attributeOf(each, 'style:name') ?? '';
        const key = `${attributeOf(each, 'style:family')} ${name}`;
        if (each.name === 'style:style' && !this.#styles.has(key)) this.#styles.set(key, each);
        if (each.name === 'style:font-face')
          this.#fonts.set(name, attributeOf(each, 'svg:font-family') ?? '');
        if (each.name === 'text:list-style' && !this.#lists.has(name))
          this.#lists.set(name, elementsOf(each));
        if (each.name === 'style:default-style' && attributeOf(each, 'style:family') === 'paragraph')
          language = languageOf(childOf(each, 'style:text-properties')) ?? language;
      }
    }
    this.language = language;
  }

  of(family: string, name: string | undefined): OpenStyle {
    if (name === undefined) return noStyle;
    const key = `${family} ${name}`;
    const known = this.#known.get(key) ?? this.#inherited(family, name);
    this.#known.set(key, known);
    return known;
  }

  /** Returns a level of a list style, from 0. */
  level(list: string | undefined, level: number): ListLevel {
    const found = this.#lists
      .get(list ?? '')
      ?.find((each) => Number(attributeOf(each, 'text:level')) === level + 1);
    if (found === undefined) return bulletLevel;
    const format = attributeOf(found, 'style:num-format') ?? '';
    const isNumber = found.name === 'text:list-level-style-number';
    const bullet = attributeOf(found, 'text:bullet-char');
    return {
      type: isNumber ? numberType(format) : bullet?.trim() === '' ? 'none' : 'bullet',
      start: numberOf(attributeOf(found, 'text:start-value')) ?? 1,
      prefix: attributeOf(found, 'style:num-prefix') ?? '',
      suffix: attributeOf(found, 'style:num-suffix') ?? '',
      shownLevels: numberOf(attributeOf(found, 'text:display-levels')) ?? 1,
    };
  }

  /** Returns the look that text properties set. */
  lookOf(text: Attributes, names: readonly string[] = []): Look {
    const value = (name: string): string => ownValue(text, name) ?? '';
    const position = value('style:text-position');
    const fontName = value('style:font-name');
    const font = this.#fonts.get(fontName) ?? (fontName || value('fo:font-family'));
    const color = value('fo:color');
    return {
      bold: /^(?:bold|[6-9]00)$/.test(value('fo:font-weight')),
      italic: /^(?:italic|oblique)$/.test(value('fo:font-style')),
      underline: /^(?!none)./.test(value('style:text-underline-style')),
      strikethrough: /^(?!none)./.test(
        value('style:text-line-through-style') || value('style:text-line-through-type'),
      ),
      subscript: /^(?:sub|-)/.test(position),
      superscript: /^(?:super|[1-9])/.test(position),
      code: isCodeFont(font) || names.some((name) => codeNames.test(name)),
      color: color === '#000000' || value('style:use-window-font-color') === 'true' ? undefined : color,
      backgroundColor: value('fo:background-color'),
      fontSize: numberOf(/^([\d.]{1,9})pt$/.exec(value('fo:font-size'))?.[1]),
    };
  }

  #inherited(family: string, name: string): OpenStyle {
    const chain: XmlElement[] = [];
    const names: string[] = [];
    for (let next: string | undefined = name; next !== undefined && chain.length < maxAncestors;) {
      names.push(readable(next));
      const style = this.#styles.get(`${family} ${next}`);
      if (style === undefined) break;
      chain.push(style);
      names.push(attributeOf(style, 'style:display-name') ?? '');
      next = attributeOf(style, 'style:parent-style-name');
    }
    const merged = (properties: string): Attributes =>
      Object.assign({}, ...chain.toReversed().map((each) => childOf(each, properties)?.attributes ?? {}));
    const paragraph = merged('style:paragraph-properties');
    return {
      names,
      text: merged('style:text-properties'),
      paragraph,
      cell: merged('style:table-cell-properties'),
      startsPage:
        ownValue({ ...merged('style:table-properties'), ...paragraph }, 'fo:break-before') === 'page' ||
        chain.slice(0, 1).some((each) => attributeOf(each, 'style:master-page-name')),
    };
  }
}

/** Decodes the characters that names of styles can't contain, such as the space in `Heading_20_1`. */
function readable(name: string): string {
  return name.replaceAll(/_([\da-f]{2})_/g, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

function numberType(format: string): ListLevel['type'] {
  switch (format) {
    case 'a':
    case 'A':
    case 'i':
    case 'I':
      return format;
    case '':
      return 'none';
    default:
      return '1';
  }
}

/** Returns the number in an attribute, or `undefined`. */
export function numberOf(value: string | undefined): number | undefined {
  const number = value === undefined ? Number.NaN : Number(value);
  return Number.isFinite(number) && value?.trim() !== '' ? number : undefined;
}

function languageOf(properties: XmlElement | undefined): string | undefined {
  const [language, country] = ['fo:language', 'fo:country'].map((name) => attributeOf(properties, name));
  if (language === undefined || language === 'none' || language === 'zxx') return undefined;
  return country === undefined || country === 'none' ? language : `${language}-${country}`;
}

/** Returns the children of an element and of the elements in it that only group them. */
export function ungrouped(of: XmlElement, groups: ReadonlySet<string>): XmlElement[] {
  return elementsOf(of).flatMap((child) => (groups.has(child.name) ? ungrouped(child, groups) : [child]));
}

/** Returns the text of an element in the metadata. */
export function metadataText(meta: XmlElement | undefined, ...names: readonly string[]): string | undefined {
  const texts = names.flatMap((name) =>
    childrenOf(meta, name).map(({ children }) =>
      children.filter((each) => typeof each === 'string').join(''),
    ),
  );
  return texts.find((text) => text.trim() !== '')?.trim();
}
