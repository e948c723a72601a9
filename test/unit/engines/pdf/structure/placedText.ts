import type { Line } from '../../../../../src/engines/pdf/textExtraction/lines.ts';
import type { PageArea } from '../../../../../src/engines/pdf/textExtraction/upright.ts';

const widthPoints = 5;
const sizePoints = 10;

/** A piece of text that begins or, if it is right-aligned, ends at `x`. */
export function text(words: string, x: number, y: number, isRight = false): Line {
  const width = words.length * widthPoints;
  const left = isRight ? x - width : x;
  const style = { baseline: y, size: sizePoints, isHyphenated: false, isFixed: false, tag: -1 };
  const runs = [{ text: words, bold: false, italic: false, link: undefined }];
  return { runs, left, right: left + width, bottom: y - 2, top: y + 7, ...style };
}

/** Lines of text, 12 points apart from 600 downwards, whose cells begin at `xs`. Empty cells draw nothing. */
export function rowsOfText(xs: readonly number[], rows: readonly (readonly string[])[], from = 600): Line[] {
  return rows.flatMap((row, at) =>
    row.flatMap((words, column) => (words === '' ? [] : text(words, xs[column] ?? 0, from - 12 * at))),
  );
}

/** A horizontal rule. */
export const across = (y: number, left = 50, right = 300): PageArea => ({ left, right, bottom: y, top: y });
/** A vertical rule. */
export const down = (x: number, bottom: number, top: number): PageArea => ({
  left: x,
  right: x,
  bottom,
  top,
});
