import { type Line, mostFrequent } from '../textExtraction/lines.ts';
import { textOf } from '../textExtraction/runs.ts';
import type { StructuredPage } from './page.ts';

/** Share of a page's height, at the top and at the bottom, that may contain a running header or footer. */
const marginShare = 0.1;
/** Text at the same position on this share of pages is a running header, even if its words change with the chapter. */
const samePlaceShare = 0.5;
/** Share of a page's height in which browsers print the address, the date, and the page number. */
const edgeShare = 0.06;
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

/** Removes running headers, footers, and page numbers. */
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
  return pages.map((page, at) => {
    const edge = edgeShare * (page.place.top - page.place.bottom);
    const isAtEdge = ({ bottom, top }: Line): boolean =>
      page.lines.length >= minLines && (bottom > page.place.top - edge || top < page.place.bottom + edge);
    const furniture = new Set(
      candidates[at]?.filter(
        (line) =>
          (counts.get(keyOf(line)) ?? 0) >= least ||
          (line.size <= body && (places.get(placeKey(line)) ?? 0) >= minAtPlace) ||
          pageNumber.test(textOf(line.runs).replaceAll(aroundNumber, '')) ||
          isAtEdge(line),
      ),
    );
    if (furniture.size === page.lines.length && pages.length === 1) return page;
    return furniture.size === 0
      ? page
      : { ...page, lines: page.lines.filter((line) => !furniture.has(line)) };
  });
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
