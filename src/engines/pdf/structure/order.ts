import type { Letter, Segment } from '../textExtraction/letters.ts';
import { type Line, lineOf } from '../textExtraction/lines.ts';
import { isRightToLeft } from '../textExtraction/rightToLeft.ts';
import { isBeside } from '../textExtraction/rows.ts';
import { extentOf, overlaps, type PageArea } from '../textExtraction/upright.ts';

/** Minimum width of the gap between columns, in points. */
const minGutter = 7;
const maxPlaces = 5000;
const maxDepth = 10;

type Interval = readonly [from: number, to: number];

/** Sorts parts of a page into reading order. Keeps the drawing order unless it moves upward within a column. */
export function inReadingOrder<Each extends PageArea>(places: readonly Each[]): readonly Each[] {
  return isDrawnInOrder(places) || places.length > maxPlaces ? places : cut(places, 0);
}

function isDrawnInOrder(places: readonly PageArea[]): boolean {
  return places.every((place, at) => {
    const last = places[at - 1];
    return !last || !isAbove(place, last) || !overlaps(place, last);
  });
}

const isAbove = (a: PageArea, b: PageArea): boolean => a.bottom > b.top - (a.top - a.bottom) * 0.2;

/** Splits an area into parts with and without columns, and then the parts into their columns. */
function cut<Each extends PageArea>(places: readonly Each[], depth: number): Each[] {
  const groups = depth > maxDepth ? [places] : groupsOf(places);
  return groups.flatMap((group) => {
    const gutter = depth > maxDepth ? undefined : gutterOf(group);
    if (gutter === undefined) return downwards(group);
    const isLeft = ({ right }: PageArea): boolean => right <= gutter;
    const sides = [group.filter(isLeft), group.filter((place) => !isLeft(place))];
    return sides.flatMap((side) => cut(side, depth + 1));
  });
}

function downwards<Each extends PageArea>(places: readonly Each[]): Each[] {
  const rows: Each[][] = [];
  for (const place of places.toSorted((a, b) => b.top - a.top)) {
    const first = rows.at(-1)?.[0];
    if (first && isBeside(first, place)) rows.at(-1)?.push(place);
    else rows.push([place]);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.left - b.left));
}

/** Groups parts from top to bottom: those that share a gap between columns, and those without one. */
function groupsOf<Each extends PageArea>(places: readonly Each[]): Each[][] {
  const whole = extentOf(places);
  const all: Interval = [whole.left, whole.right];
  const groups: { members: Each[]; free: Interval[] }[] = [];
  for (const band of bandsOf(places)) {
    const last = groups.at(-1);
    const own = withoutAll([all], band);
    const free = last ? withoutAll(last.free, band) : own;
    const hadGutter = [last?.free ?? [], own].some((each) => each.some(isInside));
    if (last && (hadGutter ? free.some(isInside) : free.length > 0)) {
      last.members.push(...band);
      last.free = free;
    } else groups.push({ members: [...band], free: own });
  }
  return groups.map(({ members }) => members);

  function isInside([from, to]: Interval): boolean {
    return from > whole.left && to < whole.right;
  }
}

/** Groups parts that are next to each other, from top to bottom. */
function bandsOf<Each extends PageArea>(places: readonly Each[]): Each[][] {
  const bands: Each[][] = [];
  let bottom = Infinity;
  for (const place of places.toSorted((a, b) => b.top - a.top)) {
    if (bands.length > 0 && place.top > bottom) bands.at(-1)?.push(place);
    else {
      bands.push([place]);
      bottom = place.bottom;
    }
    bottom = Math.min(bottom, place.bottom);
  }
  return bands;
}

/** Returns the position of the first gap between columns. */
function gutterOf(places: readonly PageArea[]): number | undefined {
  const { left, right } = extentOf(places);
  return withoutAll([[left, right]], places).find(([from, to]) => from > left && to < right)?.[0];
}

/**
 * Removes the widths of all parts from the intervals, and returns remaining intervals that are wide enough for a gap.
 */
function withoutAll(free: readonly Interval[], places: readonly PageArea[]): Interval[] {
  return places.reduce<Interval[]>(
    (left, place) =>
      left.flatMap(([from, to]) => {
        const parts: Interval[] = [
          [from, Math.min(to, place.left)],
          [Math.max(from, place.right), to],
        ];
        return parts.filter(([start, end]) => end - start >= minGutter);
      }),
    [...free],
  );
}

/** Maximum space between words, relative to the font size. A wider gap may separate columns or cells. */
const widestSpace = 0.9;
const widestSpaceRightToLeft = 2;
/** Wider, because words recognized in a scan have only approximate positions and sizes. */
const widestSpaceRecognized = 1.6;
/** Letters may extend slightly beyond the rule beside them. */
const tolerancePoints = 1;

/**
 * Splits a line into pieces that may belong to different columns or cells. It is split at wide gaps, at vertical rules,
 * and where other marked content begins. `vertical` must be sorted from left to right.
 */
export function piecesOf(segment: Segment, vertical: readonly PageArea[], isTagged: boolean): Line[] {
  const usual = segment.letters.some(({ invisible }) => invisible) ? widestSpaceRecognized : widestSpace;
  const widest = isRightToLeft(segment.letters) ? widestSpaceRightToLeft : usual;
  const pieces: Letter[][] = [];
  let last: Letter | undefined;
  for (const letter of segment.letters) {
    const isBlank = letter.text.trim() === '';
    const isNext = isBlank || (last !== undefined && !isApart(last, letter));
    if (isNext && (!isTagged || isBlank || last?.tag === letter.tag)) pieces.at(-1)?.push(letter);
    else pieces.push([letter]);
    if (!isBlank) last = letter;
  }
  return pieces.flatMap(
    (letters, index) =>
      lineOf({ letters, isHyphenated: segment.isHyphenated && index === pieces.length - 1 }) ?? [],
  );

  function isApart(before: Letter, after: Letter): boolean {
    const [from, to] = before.left <= after.left ? [before.right, after.left] : [after.right, before.left];
    if (to - from > widest * Math.max(before.size, after.size)) return true;
    const middle = (after.bottom + after.top) / 2;
    for (let at = firstFrom(vertical, from - tolerancePoints); at < vertical.length; at += 1) {
      const { right, bottom, top } = vertical[at] ?? after;
      if (right > to + tolerancePoints) return false;
      if (bottom <= middle && middle <= top) return true;
    }
    return false;
  }
}

/** Returns the index of the first area that isn't to the left of a position. The areas must be sorted. */
function firstFrom(places: readonly PageArea[], left: number): number {
  let [least, most] = [0, places.length];
  while (least < most) {
    const middle = (least + most) >> 1;
    if ((places[middle]?.left ?? 0) < left) least = middle + 1;
    else most = middle;
  }
  return least;
}
