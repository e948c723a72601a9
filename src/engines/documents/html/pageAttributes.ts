import type { Element, Properties, Root } from 'hast';
import { ownValue } from '../../../util/ownValue.ts';
import { classesOf, elementsIn, styleOf, styleText, textIn } from '../tree/document.ts';

const classes =
  /^(?:chart|markdown-alert(?:-(?:caution|important|note|tip|title|warning))?|page-break|subtitle|task-list-item|title)$/;
const languageTag = /^[a-z]{2,8}(?:-[a-z\d]{1,8}){0,9}$/i;

type Attribute = readonly [name: string, value: (value: unknown) => string | number | true | undefined];

const matching = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value) ? value : undefined;
/** Reads an integer in a range. */
export const integer = (least: number, most: number) => (value: unknown) => {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined;
};
const flag = (value: unknown): true | undefined => (value === true || value === '' ? true : undefined);
const direction: Attribute = ['dir', matching(/^(?:auto|ltr|rtl)$/)];
const language: Attribute = ['lang', matching(languageTag)];
const tip: Attribute = ['title', matching(/\S/)];
const spans = { colSpan: ['colspan', integer(2, 1000)], rowSpan: ['rowspan', integer(0, 65_534)] } as const;
const size = integer(1, 100_000);

/** The attributes of elements, by the names of the properties, apart from those that are made below. */
const attributes: Readonly<Record<string, Readonly<Record<string, Attribute>>>> = {
  details: { open: ['open', flag] },
  img: { width: ['width', size], height: ['height', size] },
  input: { checked: ['checked', flag] },
  ol: {
    start: ['start', integer(-1e9, 1e9)],
    type: ['type', matching(/^[aAiI]$/)],
    reversed: ['reversed', flag],
  },
  td: spans,
  th: { ...spans, scope: ['scope', matching(/^(?:col|row)$/)] },
};
const commonAttributes: Readonly<Record<string, Attribute>> = { dir: direction, lang: language, title: tip };

/**
 * Returns the safe attributes of an element, by their own names, without its id and addresses.
 * @param usualSize the font size that isn't repeated, in points
 */
export function attributesOf(node: Element, usualSize: number | undefined): Properties {
  const written: [string, Properties[string]][] = [];
  const { align } = node.properties;
  const names = classesOf(node).filter((name) => classes.test(name));
  if (names.length > 0) written.push(['class', names.join(' ')]);
  for (const [property, [name, read]] of Object.entries({
    ...commonAttributes,
    ...ownValue(attributes, node.tagName),
  })) {
    const value = read(ownValue(node.properties, property));
    if (value !== undefined && !(name === 'start' && value === 1)) written.push([name, value]);
  }
  const { fontSize, ...look } = styleOf(node);
  const sized = fontSize === undefined || fontSize === usualSize ? look : { ...look, fontSize };
  const style = [
    ...(align === 'center' || align === 'right' || align === 'justify' ? [`text-align: ${align}`] : []),
    ...[styleText(sized) ?? []].flat(),
  ];
  if (style.length > 0) written.push(['style', style.join('; ')]);
  return Object.fromEntries(written);
}

/** Returns the font size of most of a document's text, in points, if word processors set it for each run. */
export function usualSizeOf(root: Root): number | undefined {
  const lengths = new Map<number, number>();
  for (const node of elementsIn(root)) {
    const { fontSize } = node.tagName === 'span' ? styleOf(node) : {};
    if (fontSize === undefined) continue;
    const texts = node.children.map((child) => (child.type === 'text' ? child.value.length : 0));
    lengths.set(fontSize, (lengths.get(fontSize) ?? 0) + texts.reduce((sum, length) => sum + length, 0));
  }
  const [[size, length] = [undefined, 0]] = [...lengths].toSorted(([, a], [, b]) => b - a);
  return length * 2 > textIn(root).length ? size : undefined;
}

/** Returns a language tag if it is valid. */
export function validLanguage(tag: string | undefined): string | undefined {
  return tag !== undefined && languageTag.test(tag) ? tag : undefined;
}
