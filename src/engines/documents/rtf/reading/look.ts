import { wordsIn } from '../../../../util/text.ts';
import { isCodeFont } from '../../tree/runs.ts';
import { element, type XmlElement } from '../../xmlTree.ts';
import type { Group } from './groups.ts';

/** The properties of Word documents that control words set for text or for a paragraph, by their names. */
export type Look = Readonly<Record<string, XmlElement | undefined>>;

/** The look and the place of a paragraph. */
export interface Paragraph {
  readonly look: Look;
  readonly list?: number | undefined;
  readonly listLevel?: number | undefined;
  /** The definition of its list in the way of Word 95. */
  readonly olderList?: Group | undefined;
  readonly isInTable?: boolean | undefined;
  /** The number of tables around it. */
  readonly depth?: number | undefined;
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

/** Words that turn something on, or off with the parameter 0. */
const toggles: ReadonlyMap<string, string> = new Map([
  ['b', 'w:b'],
  ['deleted', 'w:vanish'],
  ['i', 'w:i'],
  ['strike', 'w:strike'],
  ['striked', 'w:strike'],
  ['v', 'w:vanish'],
]);
const underlines = wordsIn('ul uld uldash uldb ulnone ulth ulw ulwave');
const positions: ReadonlyMap<string, string> = new Map([
  ['sub', 'subscript'],
  ['dn', 'subscript'],
  ['super', 'superscript'],
  ['up', 'superscript'],
]);
const alignments: ReadonlyMap<string, string> = new Map([
  ['ql', 'left'],
  ['qc', 'center'],
  ['qr', 'right'],
  ['qj', 'both'],
]);

/** Returns the look of text after a control word, or `undefined` for a word that doesn't change it. */
export function withCharacterWord(
  look: Look,
  word: string,
  parameter: number | undefined,
  { fonts, colors }: LookTables,
): Look | undefined {
  const isOn = parameter !== 0;
  const index = parameter ?? Number.NaN;
  const toggle = toggles.get(word);
  if (toggle !== undefined) return { ...look, [toggle]: property(toggle, isOn ? 1 : 0) };
  if (underlines.has(word))
    return { ...look, 'w:u': property('w:u', isOn && word !== 'ulnone' ? 'single' : 'none') };
  const position = positions.get(word);
  if (position !== undefined)
    return { ...look, 'w:vertAlign': isOn ? property('w:vertAlign', position) : undefined };
  switch (word) {
    case 'plain':
      return {};
    case 'cs':
      return { ...look, 'w:rStyle': property('w:rStyle', `cs${parameter}`) };
    case 'nosupersub':
      return { ...look, 'w:vertAlign': undefined };
    case 'f': {
      const name = fonts.get(index)?.name;
      const shown = isCodeFont(name) ? 'monospace' : name;
      return {
        ...look,
        'w:rFonts': shown === undefined ? undefined : element('w:rFonts', { 'w:ascii': shown }),
      };
    }
    case 'fs':
      return { ...look, 'w:sz': property('w:sz', index) };
    case 'cf':
      return { ...look, 'w:color': property('w:color', colors[index] ?? 'auto') };
    case 'cb':
    case 'chcbpat':
    case 'highlight': {
      const fill = colors[index];
      return { ...look, 'w:shd': fill === undefined ? undefined : element('w:shd', { 'w:fill': fill }) };
    }
    default:
      return undefined;
  }
}

/** Returns the paragraph after a control word, or `undefined` for a word that doesn't change it. */
export function withParagraphWord(
  paragraph: Paragraph,
  word: string,
  parameter: number | undefined,
): Paragraph | undefined {
  const looking = (changed: XmlElement): Paragraph => ({
    ...paragraph,
    look: { ...paragraph.look, [changed.name]: changed },
  });
  const alignment = alignments.get(word);
  if (alignment !== undefined) return looking(property('w:jc', alignment));
  switch (word) {
    case 'pard':
      return { look: {} };
    case 's':
      return looking(property('w:pStyle', `s${parameter}`));
    case 'li':
    case 'lin':
      return looking(element('w:ind', parameter === 0 ? {} : { 'w:left': String(parameter) }));
    case 'outlinelevel':
      return looking(property('w:outlineLvl', parameter ?? 0));
    case 'pagebb':
      return looking(property('w:pageBreakBefore', parameter ?? 1));
    case 'rtlpar':
    case 'ltrpar':
      return looking(property('w:bidi', word === 'rtlpar' ? 1 : 0));
    case 'brdrb':
      return looking(element('w:pBdr', {}, [element('w:bottom')]));
    case 'ls':
      return { ...paragraph, list: parameter };
    case 'ilvl':
      return { ...paragraph, listLevel: parameter };
    case 'intbl':
      return { ...paragraph, isInTable: true };
    case 'itap':
      return { ...paragraph, depth: parameter };
    default:
      return undefined;
  }
}

/** Makes an element with the value of a property. */
export function property(name: string, value: string | number): XmlElement {
  return element(name, { 'w:val': String(value) });
}

/** Makes the element with the properties of a run or a paragraph. */
export function propertiesOf(name: 'w:pPr' | 'w:rPr', look: Look): XmlElement {
  const set = Object.values(look).filter((each) => each !== undefined);
  return element(name, {}, set);
}
