import { append, type Line, textOf, type TextRun } from '../textExtraction/lines.ts';
import { type Block, leaderDots, markerOf, numberOf } from './blocks.ts';

/** Maximum distance between lines of a paragraph, relative to the font size. */
const widestPitch = 1.9;
/** Maximum distance between lines, relative to the distance between the previous two. */
const widerPitch = 1.2;
/** Maximum difference in points between font sizes within a paragraph. */
const sameSize = 0.6;
/** Estimated average width of a letter, relative to the font size. */
const letterWidth = 0.5;
const minIndent = 0.8;
const widestIndent = 4;
const sameLeft = 0.4;
/** Number of lines before and after a line that are used to determine its column's width. */
const nearLines = 12;

/** Groups lines in reading order into paragraphs, list items, and code. */
export function blocksOf(lines: readonly Line[]): Block[] {
  const rightOf = rightEdges(lines);
  const groups: Line[][] = [];
  for (const line of lines) {
    const current = groups.at(-1);
    if (current && (isCode(current, line) || continuesParagraph(current, line, rightOf))) current.push(line);
    else groups.push([line]);
  }
  const levelOf = itemLevels(columnEdges(lines));
  return groups.flatMap((group): Block[] => {
    const [first] = group;
    const last = group.at(-1);
    if (!first || !last) return [];
    if (isCode(group, last)) return [{ kind: 'code', lines: codeOf(group) }];
    const isOpen = isFull(last, rightOf(last), letterWidth * 8) || last.isHyphenated;
    const runs = leaderDots.test(textOf(first.runs)) ? withoutStyle(joined(group)) : joined(group);
    const text = { runs, size: first.size, isOpen };
    const level = levelOf(first);
    const label = isItem(first) ? markerOf(textOf(first.runs)) : undefined;
    if (label === undefined) return [{ kind: 'paragraph', ...text }];
    return [{ kind: 'item', ...text, runs: withoutStart(runs, label.length), label, level }];
  });
}

/** Returns the left edge of each line's column. A line above the previous one begins a new column. */
function columnEdges(lines: readonly Line[]): ReadonlyMap<Line, number> {
  const columns: Line[][] = [];
  for (const line of lines) {
    const last = columns.at(-1)?.at(-1);
    if (last && line.baseline < last.baseline + line.size) columns.at(-1)?.push(line);
    else columns.push([line]);
  }
  return new Map(
    columns.flatMap((column) => {
      const edge = column.reduce((least, { left }) => Math.min(least, left), Infinity);
      return column.map((line) => [line, edge] as const);
    }),
  );
}

/**
 * Returns a function that determines the nesting level of list items. It must be called for each line in order. Other
 * text at the left edge of a list ends it.
 */
function itemLevels(edges: ReadonlyMap<Line, number>): (line: Line) => number {
  let lefts: number[] = [];
  let listSize = 0;
  return (line) => {
    const { size } = line;
    const left = line.left - (edges.get(line) ?? 0);
    const tolerance = sameLeft * size;
    if (Math.abs(size - listSize) > sameSize) lefts = [];
    if (!isItem(line)) {
      if (left <= (lefts.at(-1) ?? 0) + tolerance) lefts = [];
      return 0;
    }
    listSize = size;
    while (lefts.length > 0 && left < (lefts.at(-1) ?? 0) - tolerance) lefts.pop();
    if (left > (lefts.at(-1) ?? -Infinity) + tolerance) lefts.push(left);
    return lefts.length - 1;
  };
}

const withoutStyle = (runs: readonly TextRun[]): TextRun[] => [
  { text: textOf(runs), bold: false, italic: false, link: runs[0]?.link },
];

/** Code can begin with a character that looks like a bullet, so only numbers mark list items in a monospaced font. */
function isItem({ runs, isFixed }: Line): boolean {
  const text = textOf(runs);
  const marker = markerOf(text);
  if (marker === undefined || text.trim().length <= marker.length) return false;
  return !isFixed || numberOf(marker) !== undefined;
}

function isCode(group: readonly Line[], line: Line): boolean {
  const [first, last] = [group[0], group.at(-1)];
  if (!first || !last || !first.isFixed || !line.isFixed || isItem(first) || isItem(line)) return false;
  if (last === line) return true;
  const pitch = last.baseline - line.baseline;
  return pitch > 0 && pitch < 2 * widestPitch * line.size && Math.abs(last.size - line.size) <= sameSize;
}

/** Returns lines of code with their indentation. */
export function codeOf(lines: readonly Line[]): string[] {
  const left = lines.reduce((least, line) => Math.min(least, line.left), Infinity);
  const widths = lines.map((line) => (line.right - line.left) / Math.max(1, textOf(line.runs).length));
  const width = Math.max(1, widths.toSorted((a, b) => a - b)[widths.length >> 1] ?? 1);
  return lines.map(
    (line) => ' '.repeat(Math.min(200, Math.round((line.left - left) / width))) + textOf(line.runs),
  );
}

/** True if the next line continues a paragraph: the previous line ended only because the next word didn't fit. */
function continuesParagraph(group: readonly Line[], next: Line, rightOf: (line: Line) => number): boolean {
  const [last, before] = [group.at(-1), group.at(-2)];
  if (!last || last.isFixed !== next.isFixed) return false;
  const text = textOf(next.runs);
  if (Math.abs(last.size - next.size) > sameSize) return false;
  if (isItem(next) || leaderDots.test(textOf(last.runs))) return false;
  const firstWord = /^\S*/.exec(text)?.[0] ?? '';
  const isWide = last.isHyphenated || isFull(last, rightOf(last), (firstWord.length + 1) * letterWidth);
  const pitch = last.baseline - next.baseline;
  if (pitch <= 0) return isWide && next.left > last.right && pitch < -next.size && startsWithin(text);
  if (pitch > widestPitch * last.size) return false;
  if (before && pitch > widerPitch * (before.baseline - last.baseline) && before.baseline > last.baseline)
    return false;
  const indent = next.left - last.left;
  const isIndented = indent > minIndent * next.size && indent < widestIndent * next.size;
  if (before && isIndented && Math.abs(before.left - last.left) < sameLeft * last.size) return false;
  return isWide;
}

/** True if a text can't be the beginning of a sentence. */
export function startsWithin(text: string): boolean {
  return /^[\p{Ll}\d(,;]/u.test(text);
}

function isFull({ right, size }: Line, edge: number, room: number): boolean {
  return right + room * size > edge;
}

/**
 * Returns a function that determines the right edge of a line's column, based on nearby lines with nearly the same font
 * size and left edge.
 */
function rightEdges(lines: readonly Line[]): (line: Line) => number {
  const edges = new Map(
    lines.map((line, at) => {
      const near = lines.slice(Math.max(0, at - nearLines), at + nearLines + 1);
      const same = near.filter(
        ({ left, size }) =>
          Math.abs(left - line.left) < 2 * line.size && Math.abs(size - line.size) <= sameSize,
      );
      return [line, same.reduce((most, { right }) => Math.max(most, right), line.right)];
    }),
  );
  return (line) => edges.get(line) ?? line.right;
}

/** Joins the text of several lines with spaces, except within hyphenated words. */
export function joined(lines: readonly Line[]): TextRun[] {
  const runs: TextRun[] = [];
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

/** Removes the first `count` letters and the spaces that follow them. */
export function withoutStart(runs: readonly TextRun[], count: number): TextRun[] {
  let left = count;
  const rest: TextRun[] = [];
  for (const run of runs) {
    const cut = Math.min(left, run.text.length);
    left -= cut;
    const text = rest.length === 0 ? run.text.slice(cut).trimStart() : run.text;
    if (text !== '') rest.push({ ...run, text });
  }
  return rest;
}
