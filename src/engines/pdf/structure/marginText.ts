import { type Line, mostFrequent, textOf, type TextRun } from '../textExtraction/lines.ts';
import { isBeside } from '../textExtraction/rows.ts';
import { ruledTables } from './grids.ts';
import type { StructuredPage } from './page.ts';
import { joined, withoutStart } from './paragraphs.ts';

/** Share of a page's height, at the top and at the bottom, that may contain a running header or footer. */
const marginShare = 0.1;
/** Text at the same position on this share of pages is a running header, even if its words change with the chapter. */
const samePlaceShare = 0.5;
/** Share of a page's height in which browsers print the address, the date, and the page number. */
const edgeShare = 0.06;
/** More pieces of text at an edge are a part of the content. */
const maxAtEdge = 3;
/** Pages with fewer lines may use their whole height for text. */
const minLines = 10;
/** Minimum gap between a header and the text, relative to the font size. */
const minGap = 0.8;
/**
 * Share of pages on which a header must occur. It is low because headers may differ between left and right pages and
 * between chapters.
 */
const repeatedShare = 0.3;
const pageNumber = /^(?:(?:\p{L}{1,6}\.?)?\d{1,4}(?:(?:\/|of|von|sur|de)\d{1,4})?|[ivx]{1,7})$/iu;
const aroundNumber = /[\s[\]()|–—-]/g;

/** Removes running headers, footers, and page numbers. Rows of tables that reach into a margin stay. */
export function withoutRunningHeaders(pages: readonly StructuredPage[]): StructuredPage[] {
  const body = mostFrequent(pages.flatMap(({ lines }) => lines.map(({ size }) => size)));
  const candidates = pages.map(marginLines);
  const counts = new Map<string, number>();
  for (const lines of candidates)
    for (const key of new Set(lines.map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const least = Math.max(2, pages.length * repeatedShare);
  const places = new Map<string, number>();
  for (const lines of candidates)
    for (const key of new Set(lines.map(placeKey))) places.set(key, (places.get(key) ?? 0) + 1);
  const minAtPlace = Math.max(3, pages.length * samePlaceShare);
  const isRepeated = (line: Line): boolean =>
    (counts.get(keyOf(line)) ?? 0) >= least ||
    (line.size <= body && (places.get(placeKey(line)) ?? 0) >= minAtPlace);
  return pages.map((page, at) => {
    const own = candidates[at] ?? [];
    const isNumber = (line: Line): boolean =>
      pageNumber.test(textOf(line.runs).replaceAll(aroundNumber, '')) &&
      own.every((other) => other === line || !isBeside(other, line) || isRepeated(other));
    const edge = atEdges(page, own);
    // The title of a page has the largest letters.
    const largest = page.lines.reduce((most, { size }) => Math.max(most, size), 0);
    const isAtEdge = (line: Line): boolean => edge.has(line) && (line.size <= body || line.size < largest);
    const rows = tableLines(page, own);
    const furniture = new Set(
      own.filter((line) => !rows.has(line) && (isRepeated(line) || isNumber(line) || isAtEdge(line))),
    );
    if (furniture.size === page.lines.length && pages.length === 1) return page;
    return furniture.size === 0
      ? page
      : { ...page, lines: page.lines.filter((line) => !furniture.has(line)) };
  });
}

/** Returns the few lines in the margins that are at the top or at the bottom edge of a page. */
function atEdges({ lines, place }: StructuredPage, inMargins: readonly Line[]): ReadonlySet<Line> {
  if (lines.length < minLines) return new Set();
  const edge = edgeShare * (place.top - place.bottom);
  const sides = [
    inMargins.filter(({ bottom }) => bottom > place.top - edge),
    inMargins.filter(({ top }) => top < place.bottom + edge),
  ];
  return new Set(sides.filter(({ length }) => length <= maxAtEdge).flat());
}

/** Returns the lines of tables that are only partly in the margins. */
function tableLines({ lines, drawing }: StructuredPage, inMargins: readonly Line[]): ReadonlySet<Line> {
  if (inMargins.length === 0) return new Set();
  const margins = new Set(inMargins);
  const tables = ruledTables(lines, drawing).tables.map(({ rows }) =>
    rows.flat().flatMap((cell) => cell.lines),
  );
  return new Set(tables.filter((own) => own.some((line) => !margins.has(line))).flat());
}

/** Returns the lines in the margins that are separated from the text by a gap. */
function marginLines({ lines, place }: StructuredPage): Line[] {
  const margin = marginShare * (place.top - place.bottom);
  const [lowest, highest] = [place.bottom + margin, place.top - margin];
  const isInside = ({ bottom, top }: Line): boolean => top >= lowest && bottom <= highest;
  return [
    ...apart(
      lines.filter((line) => line.bottom > highest),
      lines.filter(isInside),
      1,
    ),
    ...apart(
      lines.filter((line) => line.top < lowest),
      lines.filter(isInside),
      -1,
    ),
  ];
}

/**
 * Returns the lines of a margin that come before the last gap, starting at the page's edge. Returns none if there is no
 * gap.
 */
function apart(margin: readonly Line[], inside: readonly Line[], side: 1 | -1): Line[] {
  const sorted = margin.toSorted((a, b) => side * (b.baseline - a.baseline));
  const next = (line: Line): number => (side === 1 ? line.top : -line.bottom);
  const nearest = inside.reduce((most, line) => Math.max(most, next(line)), -Infinity);
  const gapAfter = (at: number): number => {
    const line = sorted[at];
    const following = sorted[at + 1];
    if (!line) return 0;
    const end = side === 1 ? line.bottom : -line.top;
    return (end - (following ? next(following) : nearest)) / line.size;
  };
  const last = sorted.findLastIndex((_, at) => gapAfter(at) >= minGap);
  return sorted.slice(0, last + 1);
}

/** Identifies a line by its position and its text, with numbers replaced. */
function keyOf({ runs, baseline }: Line): string {
  return `${Math.round(baseline)} ${textOf(runs).replaceAll(/\d+/g, '#')}`;
}

const placeKey = ({ baseline, size }: Line): string => `${Math.round(baseline)} ${size}`;

/** Maximum font size of a footnote, relative to the most frequent size. */
const noteSize = 0.95;
/** Maximum difference in points between font sizes within a footnote. */
const sameSize = 0.6;
/** Maximum distance between the lines of a footnote, relative to the font size. */
const widestPitch = 1.9;

/** Moves footnotes from the bottom of their page to the place that refers to them. */
export function withFootnotes(pages: readonly StructuredPage[]): StructuredPage[] {
  let count = 0;
  return pages.map((page) => withNotes(page, () => (count += 1)));
}

function withNotes(page: StructuredPage, nextNumber: () => number): StructuredPage {
  const { lines } = page;
  const body = mostFrequent(lines.flatMap((line) => Array.from(textOf(line.runs), () => line.size)));
  const isText = ({ size }: Line): boolean => size > body * noteSize;
  const wanted = new Set(lines.filter(isText).flatMap(({ runs }) => runs.slice(1).flatMap(markOf)));
  const notes = new Map<string, readonly Line[]>();
  for (const first of lines.filter((line) => !isText(line))) {
    const [label] = first.runs.slice(0, 1).flatMap(markOf);
    if (label === undefined || !wanted.has(label) || notes.has(label)) continue;
    const below = lines.filter((line) => line.baseline < first.baseline && isAbove(first, line));
    if (below.some(isText)) continue;
    notes.set(label, [first, ...restOf(first, below)]);
  }
  if (notes.size === 0) return page;
  const taken = new Set([...notes.values()].flat());
  const referring = (run: TextRun): TextRun => {
    const [label] = markOf(run);
    const note = label === undefined ? undefined : notes.get(label);
    if (label === undefined || note === undefined) return run;
    notes.delete(label);
    const runs = withoutStart(joined(note), label.length);
    return { ...run, text: '', note: { number: nextNumber(), runs } };
  };
  const rest = lines.filter((line) => !taken.has(line));
  return {
    ...page,
    lines: rest.map((line) => (isText(line) ? { ...line, runs: line.runs.map(referring) } : line)),
  };
}

/** Returns the mark of a footnote if the run is one: a raised number or symbol. */
function markOf({ text, isRaised }: TextRun): string[] {
  return isRaised && /^(?:\d{1,3}|[*†‡§¶]{1,3})$/u.test(text.trim()) ? [text.trim()] : [];
}

/** True if both lines are in the same column. */
function isAbove(first: Line, line: Line): boolean {
  return line.left < first.right && line.right > first.left - 2 * first.size;
}

/** Returns the remaining lines of a footnote, up to the next one. */
function restOf(first: Line, below: readonly Line[]): Line[] {
  const rest: Line[] = [];
  let last = first;
  for (const line of below.toSorted((a, b) => b.baseline - a.baseline)) {
    const isNext =
      last.baseline - line.baseline <= widestPitch * line.size &&
      Math.abs(line.size - first.size) <= sameSize &&
      line.runs.slice(0, 1).flatMap(markOf).length === 0;
    if (!isNext) break;
    rest.push(line);
    last = line;
  }
  return rest;
}
