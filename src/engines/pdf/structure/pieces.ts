import type { Letter, Segment } from '../textExtraction/letter.ts';
import { type Line, lineOf } from '../textExtraction/lines.ts';
import { isRightToLeft } from '../textExtraction/rightToLeft.ts';
import type { PageArea } from '../textExtraction/upright.ts';

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
