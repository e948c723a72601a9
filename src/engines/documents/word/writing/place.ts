import { ownValue } from '../../../../util/ownValue.ts';
import { indentOf, type ItemNumber } from './lists.ts';
import { shading } from './runs.ts';
import { bar, barDistance, quoteIndent } from './styleSheet.ts';
import type { Surroundings } from './text.ts';

const hangingTwips = 360;
const twipsPerPoint = 20;
/** The room that indentation leaves for text. */
const leastRoom = 1500;
const spaceAfterTable = 140;
const mirrored: Readonly<Record<string, string>> = { left: 'right', right: 'left' };

/** The place of a block. Lengths are in twips. */
export interface Place extends Omit<Surroundings, 'room'> {
  readonly style: string | undefined;
  readonly left: number;
  readonly right: number;
  /** The number of lists around the block, and around the table or note that the block is in. */
  readonly lists: number;
  readonly outerLists: number;
  readonly alignment: string | undefined;
  readonly direction: string | undefined;
  readonly fill: string | undefined;
  readonly isCell: boolean;
  /** The quote around the block: the color of its bar, and its indentation. */
  readonly quote: { readonly color: string; readonly left: number } | undefined;
  /** True if the innermost list around the block is in a quote. */
  readonly isQuotedList: boolean;
}

/** What the first paragraph of a list item or a note begins with. */
export interface Mark {
  readonly number?: ItemNumber | undefined;
  readonly text: string;
  readonly isHanging: boolean;
}

interface ParagraphLook extends Omit<Mark, 'text'> {
  readonly isAfterTable: boolean;
  readonly border: string;
  readonly isRtl: boolean;
}

/** The place of the blocks of a document or a note. */
export function topPlace(right: number): Place {
  return {
    style: undefined,
    left: 0,
    right,
    lists: 0,
    outerLists: 0,
    alignment: undefined,
    direction: undefined,
    fill: undefined,
    look: {},
    link: undefined,
    isNote: false,
    isCell: false,
    quote: undefined,
    isQuotedList: false,
  };
}

/** The indentation of a block, limited so that its text stays visible. */
export function leftOf({ left, right }: Place): number {
  return Math.min(left, Math.max(indentOf(1), right - leastRoom));
}

export function isQuoteStyle(style: string | undefined): boolean {
  return style === 'Quote' || style?.startsWith('Alert') === true;
}

/** The bar of the quote around a paragraph, unless the paragraph's style has it. */
function barOf({ style, quote, isQuotedList }: Place, left: number): string {
  if (quote === undefined || (isQuoteStyle(style) && !isQuotedList)) return '';
  return bar(quote.color, barDistance + Math.max(0, Math.round((left - quote.left) / twipsPerPoint)));
}

/** Writes the properties of a paragraph in the order of the schema (ECMA-376, part 1, 17.3.1.26). */
export function paragraphProperties(
  place: Place,
  { number, isHanging, isAfterTable, border, isRtl }: ParagraphLook,
): string {
  const { style, alignment, fill } = place;
  const left = leftOf(place);
  const usualLeft = number !== undefined ? indentOf(number.level + 1) : isQuoteStyle(style) ? quoteIndent : 0;
  const isIndented = left !== usualLeft || (isHanging && number === undefined);
  const needsSpace = isAfterTable && (style === undefined || style === 'ListParagraph');
  const properties = [
    style && `<w:pStyle w:val="${style}"/>`,
    number && `<w:numPr><w:ilvl w:val="${number.level}"/><w:numId w:val="${number.id}"/></w:numPr>`,
    border === '' ? barOf(place, left - (isHanging ? hangingTwips : 0)) : border,
    fill && shading(fill),
    isRtl ? '<w:bidi/>' : '',
    needsSpace ? `<w:spacing w:before="${spaceAfterTable}"/>` : '',
    isIndented ? `<w:ind w:left="${left}"${isHanging ? ` w:hanging="${hangingTwips}"` : ''}/>` : '',
    // In paragraphs from right to left, Word's left is the right side.
    alignment && `<w:jc w:val="${isRtl ? (ownValue(mirrored, alignment) ?? alignment) : alignment}"/>`,
  ].join('');
  return properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`;
}
