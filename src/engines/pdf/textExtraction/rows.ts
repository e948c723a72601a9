import type { Letter, Segment } from './letter.ts';
import { isRightToLeft } from './rightToLeft.ts';
import { extentOf, type PageArea } from './upright.ts';

/** Minimum vertical overlap of two segments in the same row, relative to the height of the lower one. */
const minOverlap = 0.3;
/**
 * Gaps relative to the font size. A gap up to `widestKern` isn't a space. A gap above `widestSpace` separates rows or
 * columns.
 */
const widestKern = 0.15;
const widestSpace = 0.6;

/** A segment and its visible area. */
interface Placed {
  readonly segment: Segment;
  readonly extent: PageArea;
}

/** Joins segments of the same line that PDFium separates, such as superscripts, subscripts, and stacked marks. */
export function joinedRows(segments: readonly Segment[]): Segment[] {
  const rows: Placed[] = [];
  for (const segment of segments) {
    const next = { segment, extent: extentOfText(segment.letters) };
    const last = rows.at(-1);
    const row = last && joined(last, next);
    if (row) rows[rows.length - 1] = row;
    else rows.push(next);
  }
  return rows.map((row) => row.segment);
}

/** True if two areas are next to each other, at about the same height. */
export function isBeside(a: PageArea, b: PageArea): boolean {
  const overlap = Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom);
  return overlap > minOverlap * Math.min(a.top - a.bottom, b.top - b.bottom);
}

export function extentOfText(letters: readonly Letter[]): PageArea {
  return extentOf(letters.filter(({ text }) => text.trim() !== ''));
}

function joined(last: Placed, next: Placed): Placed | undefined {
  const [before, after] = [last.segment, next.segment];
  if (before.isHyphenated) return undefined;
  if (!isBeside(last.extent, next.extent)) return undefined;
  const size = sizeOf([...before.letters, ...after.letters]);
  const [ahead, behind] = [next.extent.left - last.extent.right, last.extent.left - next.extent.right];
  const isTurned = isRightToLeft(before.letters) || isRightToLeft(after.letters);
  const gap = isTurned ? Math.max(ahead, behind) : ahead;
  if (gap > widestSpace * size || (!isTurned && gap < -widestKern * size)) return undefined;
  const letters =
    gap > widestKern * size
      ? withSpace(before.letters, after.letters)
      : [...before.letters, ...after.letters];
  return {
    segment: { ...after, letters },
    extent: extentOf([last.extent, next.extent]),
  };
}

/** Joins letters, with a space if there is a gap between them. */
export function withSpace(before: readonly Letter[], after: readonly Letter[]): Letter[] {
  const [last, first] = [before.at(-1), after[0]];
  if (!last || !first || isBlank(last) || isBlank(first)) return [...before, ...after];
  const at = last.right <= first.left ? (last.right + first.left) / 2 : (first.right + last.left) / 2;
  return [...before, { ...last, text: ' ', left: at, right: at }, ...after];
}

const isBlank = ({ text }: Letter): boolean => text.trim() === '';

function sizeOf(letters: readonly Letter[]): number {
  return letters.reduce((most, { size }) => Math.max(most, size), 0);
}
