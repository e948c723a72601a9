import type { Letter, Segment } from './letters.ts';
import { logicalOrder } from './rightToLeft.ts';
import { extentOf, type PageArea } from './upright.ts';

/** Consecutive letters in one style. */
export interface TextRun {
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Address of the link that the letters belong to. */
  readonly link: string | undefined;
  /** True for small letters above the baseline, such as the number of a footnote. */
  readonly isRaised?: true;
  /** The footnote that this run refers to. */
  readonly note?: Footnote;
}

/** A footnote with its number in the document. */
export interface Footnote {
  readonly number: number;
  readonly runs: readonly TextRun[];
}

const plain = { bold: false, italic: false, link: undefined } as const;

/**
 * Appends a run after a space. A space between runs of different styles gets no style, because bold or italic spaces
 * would break Markdown.
 */
export function append(runs: TextRun[], space: string, run: TextRun): void {
  const last = runs.at(-1);
  if (last === undefined) runs.push(run);
  else if (isLike(last, run)) runs[runs.length - 1] = { ...last, text: last.text + space + run.text };
  else if (space === '') runs.push(run);
  else if (isLike(run, { ...plain, text: '' })) runs.push({ ...run, text: space + run.text });
  else {
    append(runs, '', { ...plain, text: space });
    runs.push(run);
  }
}

export function textOf(runs: readonly TextRun[]): string {
  return runs.map(({ text }) => text).join('');
}

function isLike(a: TextRun, b: TextRun): boolean {
  const isSame = a.bold === b.bold && a.italic === b.italic && a.link === b.link;
  return isSame && a.isRaised === b.isRaised && a.note === b.note;
}

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
