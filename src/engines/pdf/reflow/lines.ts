import { damaged } from '../../api/faults.ts';
import { type PdfDocument, withPage } from '../document.ts';
import { linksOf } from './links.ts';
import { withDoubles } from './memory.ts';
import { append, type Run } from './runs.ts';
import { type TextStyle, textStyles } from './styles.ts';

/** A line of text, with where it stands, in points from the page's lower left corner. */
export interface Line {
  readonly runs: readonly Run[];
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  /** That of most of its letters, in points. */
  readonly size: number;
  /** Whether it ends within a word. */
  readonly isHyphenated: boolean;
}

interface Letter extends TextStyle {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  readonly baseline: number;
  readonly link: string | undefined;
}

const lineFeed = 10;
const firstVisible = 32;
/** Bullets are often of fonts that have their own numbers for them. */
const ownBullet = /^[\u{e000}-\u{f8ff}](?=\s)/u;

/** The lines of a page in reading order; blank ones are left out. @throws ConversionError */
export function pageLines(document: PdfDocument, index: number): Line[] {
  const { pdfium } = document;
  return withPage(document, index, (page) => {
    const text = pdfium.FPDFText_LoadPage(page);
    if (text === 0) throw damaged('PDF');
    try {
      return linesOn(document, page, text);
    } finally {
      pdfium.FPDFText_ClosePage(text);
    }
  });
}

function linesOn(document: PdfDocument, page: number, text: number): Line[] {
  const { pdfium } = document;
  const styleAt = textStyles(document, text);
  const linkAt = linksOf(document, page);
  const lines: Line[] = [];
  let letters: Letter[] = [];
  const end = (isHyphenated: boolean): void => {
    const line = lineOf(letters, isHyphenated);
    if (line) lines.push(line);
    letters = [];
  };
  const count = pdfium.FPDFText_CountChars(text);
  for (let at = 0; at < count; at += 1) {
    const code = pdfium.FPDFText_GetUnicode(text, at);
    if (pdfium.FPDFText_IsHyphen(text, at) === 1) end(true);
    else if (code === lineFeed) end(false);
    else if (code >= firstVisible) {
      const place = placeOf(document, text, at);
      const link = linkAt(place.x, place.baseline);
      letters.push({ text: String.fromCodePoint(code), ...place, ...styleAt(at), link });
    }
  }
  end(false);
  return lines;
}

function placeOf({ pdfium }: PdfDocument, text: number, at: number) {
  return withDoubles(pdfium.pdfium, 6, (pointers, read) => {
    const [x = 0, y = 0, left = 0, right = 0, bottom = 0, top = 0] = pointers;
    pdfium.FPDFText_GetCharOrigin(text, at, x, y);
    pdfium.FPDFText_GetCharBox(text, at, left, right, bottom, top);
    return { x: read(x), baseline: read(y), right: read(right) };
  });
}

function lineOf(letters: readonly Letter[], isHyphenated: boolean): Line | undefined {
  const visible = letters.filter(({ text }) => text.trim() !== '');
  const [first] = visible;
  if (first === undefined) return undefined;
  return {
    runs: runsOf(letters),
    left: Math.min(...visible.map(({ x }) => x)),
    right: Math.max(...visible.map(({ right }) => right)),
    baseline: first.baseline,
    size: mostFrequent(visible.map(({ size }) => size)),
    isHyphenated,
  };
}

function runsOf(letters: readonly Letter[]): Run[] {
  const runs: Run[] = [];
  let space = '';
  for (const { text, bold, italic, link } of letters) {
    if (text.trim() === '') {
      space += text;
      continue;
    }
    append(runs, space, { text, bold, italic, link });
    space = '';
  }
  const [first, ...others] = runs;
  return first ? [{ ...first, text: first.text.replace(ownBullet, '•') }, ...others] : [];
}

/** Of numbers that are a few, the one that comes up most. */
export function mostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0])[0];
}
