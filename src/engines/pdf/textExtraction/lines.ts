import { type PdfDocument, withPage } from '../document.ts';
import { hasAnnotationText, withAnnotations } from './annotations.ts';
import type { Letter, Segment } from './letter.ts';
import { segmentsOf, type TextPage } from './letters.ts';
import { linksOf } from './links.ts';
import { insertSegments } from './placement.ts';
import { logicalOrder } from './rightToLeft.ts';
import { joinedRows } from './rows.ts';
import { append, type TextRun } from './runs.ts';
import { withText } from './textPage.ts';
import { extentOf, type PageArea, uprightOf } from './upright.ts';

/** A line of text with its displayed position on the page, in points. */
export interface Line extends PageArea {
  readonly runs: readonly TextRun[];
  readonly baseline: number;
  /** Font size of most letters in the line, in points. */
  readonly size: number;
  /** True if the line ends within a hyphenated word. */
  readonly isHyphenated: boolean;
  /** True if all of the line's fonts are monospaced. */
  readonly isFixed: boolean;
  /** Number of the marked content that the first letter belongs to, or -1 if there is none. */
  readonly tag: number;
}

/** Maximum size of raised letters and minimum height of their baseline, relative to the font size of the line. */
const raisedSize = 0.8;
const raisedBy = 0.15;
/** Matches a private-use code before a space, which usually is a bullet from a symbol font. */
const ownBullet = /^[\u{e000}-\u{f8ff}](?=\s)/u;

/**
 * Returns the lines of a page in drawing order, including visible form fields and annotations. Leaves out blank lines.
 * @throws ConversionError
 */
export function pageLines(document: PdfDocument, index: number): Line[] {
  return pageSegments(document, index).flatMap((segment) => lineOf(segment) ?? []);
}

/**
 * Returns the letters of a page, line by line in drawing order, including visible form fields and annotations.
 * @throws ConversionError
 */
export function pageSegments(document: PdfDocument, index: number): Segment[] {
  const { own, shared, isAnnotated } = withPage(document, index, (page) => {
    const shared = { upright: uprightOf(document, page), linkAt: linksOf(document, page) };
    return {
      own: segmentsOn(document, page, shared),
      shared,
      isAnnotated: hasAnnotationText(document, page),
    };
  });
  const added = isAnnotated
    ? withAnnotations(document, index, (copy, page) => segmentsOn(copy, page, shared))
    : undefined;
  return joinedRows(insertSegments(own, added ?? []));
}

function segmentsOn(
  document: PdfDocument,
  page: number,
  shared: Omit<TextPage, 'document' | 'text'>,
): Segment[] {
  return withText(document, page, (text) => segmentsOf({ document, text, ...shared }));
}

/** Returns `undefined` if there are no visible letters. */
export function lineOf({ letters, isHyphenated }: Segment): Line | undefined {
  const visible = letters.filter(({ text }) => text.trim() !== '');
  const [first] = visible;
  if (first === undefined) return undefined;
  const size = mostFrequent(visible.map((letter) => letter.size));
  const { baseline } = visible.find((letter) => letter.size === size) ?? first;
  const isRaised = (letter: Letter): boolean =>
    letter.size <= raisedSize * size && letter.baseline >= baseline + raisedBy * size;
  return {
    runs: runsOf(logicalOrder(letters), isRaised),
    ...extentOf(visible),
    baseline,
    size,
    isHyphenated,
    isFixed: visible.every(({ fixed }) => fixed),
    tag: first.tag,
  };
}

function runsOf(letters: readonly Letter[], isRaised: (letter: Letter) => boolean): TextRun[] {
  const runs: TextRun[] = [];
  let space = '';
  for (const letter of letters) {
    const { text, bold, italic, link } = letter;
    if (text.trim() === '') {
      space += text;
      continue;
    }
    append(runs, space, { text, bold, italic, link, ...(isRaised(letter) ? { isRaised: true } : {}) });
    space = '';
  }
  const [first, ...others] = runs.map((run) => ({ ...run, text: run.text.toWellFormed() }));
  return first ? [{ ...first, text: first.text.replace(ownBullet, '•') }, ...others] : [];
}

/** Returns the most frequent value, or 0 if there is none. */
export function mostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0])[0];
}
