import type { Letter, Segment } from './letters.ts';
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

function extentOfText(letters: readonly Letter[]): PageArea {
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
function withSpace(before: readonly Letter[], after: readonly Letter[]): Letter[] {
  const [last, first] = [before.at(-1), after[0]];
  if (!last || !first || isBlank(last) || isBlank(first)) return [...before, ...after];
  const at = last.right <= first.left ? (last.right + first.left) / 2 : (first.right + last.left) / 2;
  return [...before, { ...last, text: ' ', left: at, right: at }, ...after];
}

const isBlank = ({ text }: Letter): boolean => text.trim() === '';

function sizeOf(letters: readonly Letter[]): number {
  return letters.reduce((most, { size }) => Math.max(most, size), 0);
}

/** Maximum gap between letters of one form field, relative to the font size. */
const widestGap = 1.5;

interface MovablePart {
  segment: Segment;
  extent: PageArea;
}

/** Inserts the text of annotations and form fields into the line beside it, or after the line above it. */
export function insertSegments(own: readonly Segment[], added: readonly Segment[]): Segment[] {
  const placed = own.flatMap(visible);
  for (const each of added.flatMap(fieldsOf).flatMap(visible)) place(placed, each);
  return placed.map(({ segment }) => segment);
}

function visible(segment: Segment): MovablePart[] {
  const extent = extentOfText(segment.letters);
  return extent.left <= extent.right ? [{ segment, extent }] : [];
}

/** Splits a segment into form fields, because PDFium joins adjacent fields into one line. */
function fieldsOf(segment: Segment): Segment[] {
  const fields: Letter[][] = [];
  let last: Letter | undefined;
  for (const letter of segment.letters) {
    if (letter.text.trim() === '') {
      fields.at(-1)?.push(letter);
      continue;
    }
    if (last && isNear(last, letter)) fields.at(-1)?.push(letter);
    else fields.push([letter]);
    last = letter;
  }
  return fields.map((letters) => ({ ...segment, letters }));
}

function isNear(last: Letter, next: Letter): boolean {
  const size = Math.max(last.size, next.size);
  const gap = Math.max(next.left - last.right, last.left - next.right);
  return gap <= widestGap * size && Math.abs(next.baseline - last.baseline) <= size;
}

function place(placed: MovablePart[], added: MovablePart): void {
  const row = placed.filter(({ extent }) => isBeside(extent, added.extent));
  const before = row.filter(({ extent }) => extent.left <= added.extent.left);
  const neighbor =
    before.length > 0 ? minBy(before, ({ extent }) => -extent.left) : minBy(row, ({ extent }) => extent.left);
  if (neighbor) {
    neighbor.segment = { ...neighbor.segment, letters: inserted(neighbor.segment.letters, added) };
    neighbor.extent = extentOfText(neighbor.segment.letters);
  } else placed.splice(indexBelow(placed, added.extent), 0, added);
}

/** Inserts a field's letters between the letters on either side of it. */
function inserted(letters: readonly Letter[], { segment, extent }: MovablePart): Letter[] {
  const behind = letters.findIndex(
    ({ left }, index) => left >= extent.left && (letters[index - 1]?.text ?? '').trim() === '',
  );
  const at = behind === -1 ? letters.length : behind;
  const front = withSpace(letters.slice(0, at), segment.letters);
  return withSpace(front, letters.slice(at));
}

/** Returns the index after the nearest line above an area, preferably in the same column. */
function indexBelow(placed: readonly MovablePart[], { left, right, top }: PageArea): number {
  const above = placed.filter(({ extent }) => extent.top > top);
  const column = above.filter(({ extent }) => extent.left <= right && extent.right >= left);
  const lowest = minBy(column.length > 0 ? column : above, ({ extent }) => extent.bottom);
  return lowest ? placed.indexOf(lowest) + 1 : 0;
}

/** Returns the last line with the minimum value. */
function minBy(lines: readonly MovablePart[], value: (line: MovablePart) => number): MovablePart | undefined {
  return lines.reduce<MovablePart | undefined>(
    (best, each) => (best && value(best) < value(each) ? best : each),
    undefined,
  );
}
