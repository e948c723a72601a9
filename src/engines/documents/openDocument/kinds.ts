import type { Element, ElementContent } from 'hast';
import { ownValue } from '../../../util/ownValue.ts';
import { wordsIn } from '../../../util/text.ts';
import { element, formulaElement, formulaOf, isNamed, styleText } from '../tree/document.ts';
import { attributeOf, type XmlElement } from '../xmlTree.ts';
import { numberOf, type OpenStyle } from './styles.ts';

/** Elements that aren't shown, or that are shown elsewhere. */
export const skipped = wordsIn(
  'office:annotation office:forms text:hidden-text text:note-citation text:tracked-changes',
);
/** The frames of slides that repeat on each of them. */
export const decorations: ReadonlySet<string> = new Set(['header', 'footer', 'date-time', 'page-number']);
/** Elements that group the rows of a table. */
export const cellGroups: ReadonlySet<string> = new Set([
  'table:table-header-rows',
  'table:table-row-group',
  'table:table-rows',
]);
/** Blocks that paragraphs contain in some documents. */
export const blockNames = wordsIn('text:h text:list text:p text:section table:table');

/** What a paragraph is, by its element and its style. */
export type Kind = 'p' | 'title' | 'subtitle' | 'blockquote' | 'pre' | 'hr' | 'dt' | 'dd' | `h${number}`;

const kindsByName: readonly (readonly [RegExp, Kind])[] = [
  [/^title$/i, 'title'],
  [/^subtitle$/i, 'subtitle'],
  [/quot|^block text$/i, 'blockquote'],
  [/preformatted|source ?code|^code/i, 'pre'],
  [/^horizontal line$/i, 'hr'],
  [/^(?:definition term|list heading)$/i, 'dt'],
  [/^(?:definition|definition definition|list contents)$/i, 'dd'],
];

/** Returns the kind of a paragraph whose style, and the styles that it is based on, have these names. */
export function kindOf(paragraph: XmlElement, names: readonly string[]): Kind {
  if (paragraph.name === 'text:h') {
    const level = Math.trunc(numberOf(attributeOf(paragraph, 'text:outline-level')) ?? 1);
    return `h${Math.min(6, Math.max(1, level))}`;
  }
  return kindsByName.find(([name]) => names.some((each) => name.test(each)))?.[1] ?? 'p';
}

/** True for paragraphs that show the look of their style. Others have one of their own. */
export function isPlainKind(kind: Kind): boolean {
  return kind === 'p' || kind === 'blockquote' || kind === 'dd';
}

/** True for the style of the text in header cells, which is bold. */
export function isHeading({ names }: OpenStyle): boolean {
  return names.some((name) => /^table heading$/i.test(name));
}

/** Returns the properties of a paragraph's element. */
export function propertiesOf(style: OpenStyle, kind: Kind): Element['properties'] {
  const isTitle = kind === 'title' || kind === 'subtitle' || kind === 'pre';
  // Notes are indented because of their marks.
  const isIndented = kind === 'p' && !style.names.some((name) => /^(?:foot|end)note$/i.test(name));
  const margin = /^([\d.]{1,9})(cm|mm|in|pt)$/.exec(ownValue(style.paragraph, 'fo:margin-left') ?? '');
  const marginLeft = Math.round(Number(margin?.[1] ?? 0) * (ownValue(pointsPer, margin?.[2] ?? '') ?? 0));
  return {
    align: isTitle ? undefined : alignOf(style),
    style: isIndented && marginLeft >= leastMargin ? styleText({ marginLeft }) : undefined,
  };
}

/** Smaller margins, in points, don't show as an indentation. */
const leastMargin = 9;
const pointsPer: Readonly<Record<string, number>> = { cm: 72 / 2.54, mm: 72 / 25.4, in: 72, pt: 1 };

/** Returns the alignment of a paragraph, or `undefined` for the usual one. */
export function alignOf({ paragraph }: OpenStyle): string | undefined {
  const align = ownValue(paragraph, 'fo:text-align');
  if (align === 'end') return 'right';
  return align === 'center' || align === 'right' || align === 'justify' ? align : undefined;
}

/** Returns a paragraph as the element that shows what it is. */
export function blockOfKind(
  kind: Kind,
  properties: Element['properties'],
  content: readonly (ElementContent | string)[],
): Element {
  switch (kind) {
    case 'title':
    case 'subtitle':
      return element('p', { ...properties, className: [kind] }, content);
    case 'blockquote':
      return element('blockquote', {}, [element('p', properties, content)]);
    case 'pre':
      return element('pre', {}, [element('code', {}, content)]);
    case 'dt':
    case 'dd':
      return element('dl', {}, [element(kind, properties, content)]);
    case 'p': {
      const [only, ...others] = content;
      const isFormula = typeof only === 'object' && isNamed(only, 'code');
      return isFormula && others.length === 0 ? blockOf(only) : element('p', properties, content);
    }
    default:
      return element(kind, properties, content);
  }
}

/** Returns an inline element as a block: a formula as one of its own, and others in a paragraph. */
export function blockOf(inline: Element): Element {
  const formula = formulaOf(inline);
  return formula === undefined ? element('p', {}, [inline]) : formulaElement({ ...formula, isBlock: true });
}

/** Returns the number of rows or columns of a cell, or `undefined` for one. */
export function spanOf(value: string | undefined): number | undefined {
  const span = Math.trunc(numberOf(value) ?? 1);
  return span > 1 && span <= 1000 ? span : undefined;
}

/** Adds a page break to the blocks before it, if there are any. */
export function addPageBreak(blocks: ElementContent[]): void {
  if (blocks.length > 0) blocks.push(element('hr', { className: ['page-break'] }));
}
