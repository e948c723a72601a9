import { isCodeFont } from '../../tree/runs.ts';
import { element, type XmlElement } from '../../xmlTree.ts';
import type { Group } from './groups.ts';

/** The look of text, by what its control words set. Colors are indexes in the table of colors; sizes are half points. */
export interface Character {
  readonly style?: number | undefined;
  readonly isBold?: boolean | undefined;
  readonly isItalic?: boolean | undefined;
  readonly isUnderlined?: boolean | undefined;
  readonly isStruck?: boolean | undefined;
  readonly isHidden?: boolean | undefined;
  readonly position?: 'subscript' | 'superscript' | undefined;
  readonly font?: number | undefined;
  readonly size?: number | undefined;
  readonly color?: number | undefined;
  readonly background?: number | undefined;
}

/** The look and the place of a paragraph. Lengths are in twentieths of a point. */
export interface Paragraph {
  readonly style?: number | undefined;
  readonly alignment?: string | undefined;
  readonly indent?: number | undefined;
  readonly outlineLevel?: number | undefined;
  readonly list?: number | undefined;
  readonly listLevel?: number | undefined;
  /** The definition of its list in the way of Word 95. */
  readonly olderList?: Group | undefined;
  readonly isInTable?: boolean | undefined;
  /** The number of tables around it. */
  readonly depth?: number | undefined;
  readonly breaksPage?: boolean | undefined;
  readonly isRightToLeft?: boolean | undefined;
  readonly hasLine?: boolean | undefined;
}

export interface Font {
  readonly name: string;
  readonly charset: number | undefined;
}

/** Tables at the beginning of the file, to which text refers. */
export interface LookTables {
  readonly fonts: ReadonlyMap<number, Font>;
  /** Colors in hexadecimal digits; `undefined` for the usual one. */
  readonly colors: readonly (string | undefined)[];
}

/** Returns the look after a control word, or `undefined` for a word that doesn't change it. */
export function withCharacterWord(
  look: Character,
  word: string,
  parameter: number | undefined,
): Character | undefined {
  const isOn = parameter !== 0;
  switch (word) {
    case 'plain':
      return {};
    case 'cs':
      return { ...look, style: parameter };
    case 'b':
      return { ...look, isBold: isOn };
    case 'i':
      return { ...look, isItalic: isOn };
    case 'ulnone':
      return { ...look, isUnderlined: false };
    case 'ul':
    case 'uld':
    case 'uldash':
    case 'uldb':
    case 'ulth':
    case 'ulw':
    case 'ulwave':
      return { ...look, isUnderlined: isOn };
    case 'strike':
    case 'striked':
      return { ...look, isStruck: isOn };
    case 'v':
    case 'deleted':
      return { ...look, isHidden: isOn };
    case 'sub':
      return { ...look, position: isOn ? 'subscript' : undefined };
    case 'super':
      return { ...look, position: isOn ? 'superscript' : undefined };
    case 'nosupersub':
      return { ...look, position: undefined };
    case 'up':
      return { ...look, position: parameter === 0 ? undefined : 'superscript' };
    case 'dn':
      return { ...look, position: parameter === 0 ? undefined : 'subscript' };
    case 'f':
      return { ...look, font: parameter };
    case 'fs':
      return { ...look, size: parameter };
    case 'cf':
      return { ...look, color: parameter };
    case 'cb':
    case 'chcbpat':
    case 'highlight':
      return { ...look, background: parameter };
    default:
      return undefined;
  }
}

const alignments: ReadonlyMap<string, string> = new Map([
  ['ql', 'left'],
  ['qc', 'center'],
  ['qr', 'right'],
  ['qj', 'both'],
]);

/** Returns the paragraph after a control word, or `undefined` for a word that doesn't change it. */
export function withParagraphWord(
  paragraph: Paragraph,
  word: string,
  parameter: number | undefined,
): Paragraph | undefined {
  const alignment = alignments.get(word);
  if (alignment !== undefined) return { ...paragraph, alignment };
  switch (word) {
    case 'pard':
      return {};
    case 's':
      return { ...paragraph, style: parameter };
    case 'li':
    case 'lin':
      return { ...paragraph, indent: parameter };
    case 'outlinelevel':
      return { ...paragraph, outlineLevel: parameter };
    case 'ls':
      return { ...paragraph, list: parameter };
    case 'ilvl':
      return { ...paragraph, listLevel: parameter };
    case 'intbl':
      return { ...paragraph, isInTable: true };
    case 'itap':
      return { ...paragraph, depth: parameter };
    case 'pagebb':
      return { ...paragraph, breaksPage: parameter !== 0 };
    case 'rtlpar':
      return { ...paragraph, isRightToLeft: true };
    case 'ltrpar':
      return { ...paragraph, isRightToLeft: false };
    case 'brdrb':
      return { ...paragraph, hasLine: true };
    default:
      return undefined;
  }
}

/** Makes an element with the value of a property. */
export function property(name: string, value: string | number): XmlElement {
  return element(name, { 'w:val': String(value) });
}

function toggle(name: string, isOn: boolean | undefined): XmlElement[] {
  return isOn === undefined ? [] : [property(name, isOn ? '1' : '0')];
}

/** Makes the properties of a run. */
export function runProperties(look: Character, { fonts, colors }: LookTables): XmlElement {
  const font = look.font === undefined ? undefined : fonts.get(look.font)?.name;
  const name = isCodeFont(font) ? 'monospace' : font;
  const color = look.color === undefined ? undefined : (colors[look.color] ?? 'auto');
  const background = look.background === undefined ? undefined : colors[look.background];
  return element('w:rPr', {}, [
    ...(look.style === undefined ? [] : [property('w:rStyle', `cs${look.style}`)]),
    ...(name === undefined ? [] : [element('w:rFonts', { 'w:ascii': name })]),
    ...toggle('w:b', look.isBold),
    ...toggle('w:i', look.isItalic),
    ...toggle('w:strike', look.isStruck),
    ...(look.isUnderlined === undefined ? [] : [property('w:u', look.isUnderlined ? 'single' : 'none')]),
    ...toggle('w:vanish', look.isHidden),
    ...(look.position === undefined ? [] : [property('w:vertAlign', look.position)]),
    ...(color === undefined ? [] : [property('w:color', color)]),
    ...(background === undefined ? [] : [element('w:shd', { 'w:fill': background })]),
    ...(look.size === undefined ? [] : [property('w:sz', look.size)]),
  ]);
}

/** Makes the properties of a paragraph, apart from its place in a list. */
export function paragraphProperties(paragraph: Paragraph): XmlElement[] {
  const { style, alignment, indent = 0, outlineLevel, breaksPage, isRightToLeft, hasLine } = paragraph;
  return [
    ...(style === undefined ? [] : [property('w:pStyle', `s${style}`)]),
    ...(alignment === undefined ? [] : [property('w:jc', alignment)]),
    ...(indent === 0 ? [] : [element('w:ind', { 'w:left': String(indent) })]),
    ...(outlineLevel === undefined ? [] : [property('w:outlineLvl', outlineLevel)]),
    ...toggle('w:pageBreakBefore', breaksPage),
    ...toggle('w:bidi', isRightToLeft),
    ...(hasLine === true ? [element('w:pBdr', {}, [element('w:bottom')])] : []),
  ];
}
