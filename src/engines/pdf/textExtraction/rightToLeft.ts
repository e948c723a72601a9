import { ownValue } from '../../../util/ownValue.ts';
import type { Letter } from './letters.ts';

const rightToLeft = /^[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const digit = /^\p{Nd}/u;
const letter = /^\p{L}/u;
const mark = /^\p{M}+$/u;
/** Matches characters that belong to a number: a `separator` between two digits, and a `unit` before or after one. */
const separator = /^[.,:/-]$/;
const unit = /^[%$€£¥°#+]$/;
const mirrored: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
};

/** Minimum width of a space, relative to the font size. */
const minSpace = 0.18;

type Direction = 'rtl' | 'ltr' | 'number' | 'neutral';

/** The letters and combining marks of a glyph, in reading order. */
interface Cluster {
  letters: Letter[];
  readonly direction: Direction;
}

export function isRightToLeft(letters: readonly Letter[]): boolean {
  return letters.some(({ text }) => directionOf(text) === 'rtl');
}

/**
 * Sorts the letters of a line into reading order by their positions, because PDFium's order is wrong for text with
 * mixed directions. Reverses the bidirectional algorithm (UAX #9) as far as positions allow.
 */
export function logicalOrder(letters: readonly Letter[]): readonly Letter[] {
  if (!isRightToLeft(letters)) return letters;
  const unmirroredLetters = letters.map((each, at) => unmirrored(each, letters[at - 1], letters[at + 1]));
  const clusters = withSpaces(
    clustersOf(unmirroredLetters.filter((each) => !isBlank(each))),
    neighborsOf(unmirroredLetters),
  );
  const count = (direction: Direction): number =>
    clusters.filter((each) => each.direction === direction).length;
  const ordered = count('rtl') >= count('ltr') ? turned(clusters) : withTurnedRuns(clusters);
  return ordered.flatMap((each) => each.letters);
}

function directionOf(text: string): Direction {
  if (digit.test(text)) return 'number';
  if (rightToLeft.test(text)) return mark.test(text) ? 'neutral' : 'rtl';
  return letter.test(text) ? 'ltr' : 'neutral';
}

const isBlank = ({ text }: Letter): boolean => text.trim() === '';
const isMark = ({ text }: Letter): boolean => mark.test(text);
const isWord = (direction: Direction | undefined): boolean => direction === 'ltr' || direction === 'number';

/** Groups letters with their combining marks, and sorts the groups from left to right. */
function clustersOf(letters: readonly Letter[]): Cluster[] {
  const bases = glyphsOf(letters)
    .filter(([first]) => first && !isMark(first))
    .map((glyph) => ({ letters: glyph, direction: directionOf(glyph[0]?.text ?? '') }))
    .toSorted((a, b) => centerOf(a) - centerOf(b));
  for (const each of letters.filter(isMark)) nearest(bases, each)?.letters.push(each);
  return bases;
}

interface Neighbor {
  readonly next: Letter;
  readonly isSpaced: boolean;
}

/** Returns the letter that follows each visible letter in PDFium's order. */
function neighborsOf(letters: readonly Letter[]): ReadonlyMap<Letter, Neighbor> {
  const neighbors = new Map<Letter, Neighbor>();
  let last: Letter | undefined;
  let isSpaced = false;
  for (const next of letters) {
    if (isBlank(next)) isSpaced = true;
    else {
      if (last) neighbors.set(last, { next, isSpaced });
      last = next;
      isSpaced = false;
    }
  }
  return neighbors;
}

/**
 * Adds spaces. Where PDFium knows whether two letters are separated by a space, its answer is used; elsewhere, gaps
 * decide.
 */
function withSpaces(clusters: readonly Cluster[], neighbors: ReadonlyMap<Letter, Neighbor>): Cluster[] {
  const between = (a: Cluster, b: Cluster): Neighbor | undefined =>
    a.letters.flatMap((each) => neighbors.get(each) ?? []).find(({ next }) => b.letters.includes(next));
  return clusters.flatMap((each, at) => {
    const before = clusters[at - 1];
    const [last, first] = [before?.letters[0], each.letters[0]];
    if (!before || !last || !first) return [each];
    const known = between(before, each) ?? between(each, before);
    const isApart = first.left - last.right > minSpace * Math.max(first.size, last.size);
    if (!(known?.isSpaced ?? isApart)) return [each];
    const space = { ...first, text: ' ', left: last.right, right: first.left };
    return [{ letters: [space], direction: 'neutral' }, each];
  });
}

/** Groups letters at the same position, which belong to one glyph. */
function glyphsOf(letters: readonly Letter[]): Letter[][] {
  const glyphs: Letter[][] = [];
  for (const each of letters) {
    const glyph = glyphs.at(-1);
    const last = glyph?.at(-1);
    const isSame = last && last.right > last.left && last.left === each.left && last.right === each.right;
    if (glyph && isSame) glyph.push(each);
    else glyphs.push([each]);
  }
  return glyphs.map((glyph) => (isTurned(glyph) ? glyph.toReversed() : glyph));
}

/**
 * True if PDFium has reversed the text of a right-to-left glyph. It doesn't reverse text that it got by decomposing a
 * Unicode ligature.
 */
function isTurned(glyph: readonly Letter[]): boolean {
  const isToLeft = glyph.every(({ text }) => directionOf(text) === 'rtl');
  return isToLeft && !ligatures().has(glyph.map(({ text }) => text).join(''));
}

let knownLigatures: ReadonlySet<string> | undefined;

/** Returns the texts of the ligatures among Arabic presentation forms. */
function ligatures(): ReadonlySet<string> {
  knownLigatures ??= new Set(
    Array.from({ length: 0x400 }, (_, index) => String.fromCodePoint(0xfb00 + index).normalize('NFKC')),
  );
  return knownLigatures;
}

/** PDFium mirrors brackets in reversed text, although PDFs already store the intended characters. Mirror them back. */
function unmirrored(each: Letter, before: Letter | undefined, after: Letter | undefined): Letter {
  const text = ownValue(mirrored, each.text);
  const isTurned = (before && before.left > each.left) || (after && each.left > after.left);
  return text !== undefined && isTurned ? { ...each, text } : each;
}

function nearest(bases: readonly Cluster[], { left, right }: Letter): Cluster | undefined {
  const center = (left + right) / 2;
  const distance = ({ letters: [base] }: Cluster): number =>
    base ? Math.max(base.left - center, center - base.right, 0) : Infinity;
  const lettersOnly = bases.filter(({ direction }) => direction !== 'neutral');
  return lettersOnly.reduce<Cluster | undefined>(
    (best, base) => (best && distance(best) <= distance(base) ? best : base),
    undefined,
  );
}

const centerOf = ({ letters: [first] }: Cluster): number => (first ? (first.left + first.right) / 2 : 0);

/** Reverses right-to-left text, but not the left-to-right words and numbers in it. */
function turned(clusters: readonly Cluster[]): Cluster[] {
  const reversed = clusters.toReversed();
  const ordered: Cluster[] = [];
  for (let at = 0; at < reversed.length;) {
    const end = endOfRun(reversed, at);
    ordered.push(...reversed.slice(at, end).toReversed());
    at = end;
  }
  return ordered;
}

/** Returns the end of a run of left-to-right words and numbers. A run consists of at least one cluster. */
function endOfRun(clusters: readonly Cluster[], start: number): number {
  let end = start + 1;
  const directions = clusters.map((each) => each.direction);
  const text = (at: number): string => clusters[at]?.letters[0]?.text ?? '';
  if (!isWord(directions[start])) {
    return unit.test(text(start)) && directions[start + 1] === 'number' ? endOfRun(clusters, start + 1) : end;
  }
  for (let at = end; at < clusters.length && directions[at] !== 'rtl'; at += 1) {
    if (!isWord(directions[at])) continue;
    const isNumber = directions[end - 1] === 'number' && directions[at] === 'number';
    const isNext = at === end || (at === end + 1 && separator.test(text(end)));
    if (isNumber && !isNext) break;
    end = at + 1;
  }
  return unit.test(text(end)) && directions[end - 1] === 'number' ? end + 1 : end;
}

/** Keeps left-to-right text and reverses the right-to-left runs in it. */
function withTurnedRuns(clusters: readonly Cluster[]): Cluster[] {
  const ordered: Cluster[] = [];
  for (let at = 0; at < clusters.length;) {
    let end = at + 1;
    if (clusters[at]?.direction === 'rtl') {
      for (let next = end; next < clusters.length && clusters[next]?.direction !== 'ltr'; next += 1)
        if (clusters[next]?.direction === 'rtl') end = next + 1;
    }
    ordered.push(...turned(clusters.slice(at, end)));
    at = end;
  }
  return ordered;
}
