import type { Line } from '../lines/lines.ts';
import { append, type Run, textOf } from '../lines/runs.ts';

/** Consecutive lines of continuous text. */
export interface Paragraph {
  readonly runs: readonly Run[];
  /** In points. */
  readonly size: number;
}

/** A larger line pitch, relative to the size, is a gap. */
const widestPitch = 1.9;
/** Maximum difference between sizes of one text, in points. */
const sameSize = 0.6;
/** The estimated width of a letter, relative to its size. */
const letterWidth = 0.5;

/** The paragraphs of a page's lines. */
export function paragraphsOf(lines: readonly Line[]): Paragraph[] {
  const paragraphs: Line[][] = [];
  for (const line of lines) {
    const current = paragraphs.at(-1);
    const last = current?.at(-1);
    if (current && last && goesOn(last, line, rightOf(lines, last))) current.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs.map((each) => ({ runs: joined(each), size: each[0]?.size ?? 0 }));
}

const item = /^(?:[•◦▪‣○–]|\d+[.)])\s/u;
/** Dots that lead to a page number. */
const leader = /(?:\. ?){5}/;

/** True if a line was broken only because the next word didn't fit. */
function goesOn(last: Line, next: Line, right: number): boolean {
  const pitch = last.baseline - next.baseline;
  if (pitch <= 0 || pitch > widestPitch * last.size) return false;
  if (Math.abs(last.size - next.size) > sameSize) return false;
  const text = textOf(next.runs);
  if (item.test(text) || leader.test(textOf(last.runs))) return false;
  if (last.isHyphenated) return true;
  const firstWord = /^\S*/.exec(text)?.[0] ?? '';
  return last.right + (firstWord.length + 1) * letterWidth * next.size > right;
}

/** The right edge of lines with the same left edge. */
function rightOf(lines: readonly Line[], { left, size }: Line): number {
  return Math.max(...lines.filter((line) => Math.abs(line.left - left) < 2 * size).map(({ right }) => right));
}

/** The joined text of several lines: with spaces between them, except within hyphenated words. */
function joined(lines: readonly Line[]): Run[] {
  const runs: Run[] = [];
  let space = '';
  for (const line of lines) {
    for (const run of line.runs) {
      append(runs, space, run);
      space = '';
    }
    space = line.isHyphenated ? '' : ' ';
  }
  const last = runs.at(-1);
  if (last && lines.at(-1)?.isHyphenated) runs[runs.length - 1] = { ...last, text: `${last.text}-` };
  return runs;
}
