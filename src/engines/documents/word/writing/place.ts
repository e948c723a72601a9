import { ownValue } from '../../../../util/ownValue.ts';
import { alertColors } from '../../tree/alerts.ts';
import type { FlowPlace, FlowStyle } from '../../tree/flowWriter.ts';
import { hangingTwips, type ItemNumber, listIndent } from './lists.ts';
import { shading } from './runs.ts';
import { alertStyle, bar, barDistance, quoteColor, quoteIndent } from './styleSheet.ts';

/** The place of a block. Lengths are in points. */
export interface Place extends FlowPlace {
  /** The kind of the alert around the block. */
  readonly alert: string | undefined;
  /** The number of lists around the block, and around the table or note that the block is in. */
  readonly lists: number;
  readonly outerLists: number;
  readonly direction: string | undefined;
  readonly fill: string | undefined;
  readonly isCell: boolean;
  /** The indentation of the quote or alert around the block. */
  readonly quoteIndent: number | undefined;
  /** True if the innermost list around the block is in a quote. */
  readonly isQuotedList: boolean;
}

/** What the first paragraph of a list item or a note begins with. */
export interface Mark {
  readonly number?: ItemNumber | undefined;
  readonly text: string;
  readonly isHanging: boolean;
}

export const twipsPerPoint = 20;
const spaceAfterTable = 140;
/** The room that indentation leaves for text. */
const leastRoom = 75;
const alignments: Readonly<Record<string, string>> = {
  center: 'center',
  justify: 'both',
  left: 'left',
  right: 'right',
};
/** In paragraphs from right to left, Word's left is the right side. */
const mirrored: Readonly<Record<string, string>> = { left: 'right', right: 'left' };
/** The ids of the styles. Others are the usual one. */
const styles: Readonly<Partial<Record<FlowStyle, string>>> = {
  h1: 'Heading1',
  h2: 'Heading2',
  h3: 'Heading3',
  h4: 'Heading4',
  h5: 'Heading5',
  h6: 'Heading6',
  title: 'Title',
  subtitle: 'Subtitle',
  quote: 'Quote',
  code: 'Code',
  note: 'FootnoteText',
  caption: 'Caption',
  term: 'DefinitionTerm',
  item: 'ListParagraph',
};

/** Returns the indentation of a block in twips, limited so that its text stays visible. */
export function leftOf({ indent, width }: Place): number {
  return Math.round(Math.min(indent, Math.max(listIndent, width - leastRoom)) * twipsPerPoint);
}

/** The bar of the quote around a paragraph, unless the paragraph's style has it. */
function barOf({ style, alert, quoteIndent: indent, isQuotedList }: Place, left: number): string {
  if (indent === undefined || (style === 'quote' && !isQuotedList)) return '';
  const distance = Math.max(0, Math.round(left / twipsPerPoint - indent));
  return bar(ownValue(alertColors, alert ?? '') ?? quoteColor, barDistance + distance);
}

/** Writes the properties of a paragraph in the order of the schema (ECMA-376, part 1, 17.3.1.26). */
export function paragraphXml(
  place: Place,
  { number, isHanging }: Pick<Mark, 'number' | 'isHanging'> = { isHanging: false },
  isRtl: boolean,
  border: string,
  isAfterTable: boolean,
): string {
  const { style, alert, align = '', fill } = place;
  const alignment = ownValue(isRtl ? mirrored : alignments, align) ?? ownValue(alignments, align);
  const id = style === 'quote' && alert !== undefined ? alertStyle(alert) : styles[style];
  const left = leftOf(place);
  const levels = number === undefined ? 0 : number.level + 1;
  const usualLeft = Math.round((style === 'quote' ? quoteIndent : levels * listIndent) * twipsPerPoint);
  const isIndented = left !== usualLeft || (isHanging && number === undefined);
  const needsSpace = isAfterTable && (id === undefined || style === 'item');
  const properties = [
    id && `<w:pStyle w:val="${id}"/>`,
    number && `<w:numPr><w:ilvl w:val="${number.level}"/><w:numId w:val="${number.id}"/></w:numPr>`,
    border === '' ? barOf(place, left - (isHanging ? hangingTwips : 0)) : border,
    fill && shading(fill),
    isRtl ? '<w:bidi/>' : '',
    needsSpace ? `<w:spacing w:before="${spaceAfterTable}"/>` : '',
    isIndented ? `<w:ind w:left="${left}"${isHanging ? ` w:hanging="${hangingTwips}"` : ''}/>` : '',
    alignment && `<w:jc w:val="${alignment}"/>`,
  ].join('');
  return properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`;
}
