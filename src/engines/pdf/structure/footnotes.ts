import { type Line, mostFrequent } from '../textExtraction/lines.ts';
import { type TextRun, textOf } from '../textExtraction/runs.ts';
import type { StructuredPage } from './page.ts';
import { joined, withoutStart } from './paragraphs.ts';

/** Maximum font size of a footnote, relative to the most frequent size. */
const noteSize = 0.95;
/** Maximum difference in points between font sizes within a footnote. */
const sameSize = 0.6;
/** Maximum distance between the lines of a footnote, relative to the font size. */
const widestPitch = 1.9;

/** Moves footnotes from the bottom of their page to the place that refers to them. */
export function withFootnotes(pages: readonly StructuredPage[]): StructuredPage[] {
  let count = 0;
  return pages.map((page) => withNotes(page, () => (count += 1)));
}

function withNotes(page: StructuredPage, nextNumber: () => number): StructuredPage {
  const { lines } = page;
  const body = mostFrequent(lines.flatMap((line) => Array.from(textOf(line.runs), () => line.size)));
  const isText = ({ size }: Line): boolean => size > body * noteSize;
  const wanted = new Set(lines.filter(isText).flatMap(({ runs }) => runs.slice(1).flatMap(labelOf)));
  const notes = new Map<string, readonly Line[]>();
  for (const first of lines.filter((line) => !isText(line))) {
    const [label] = first.runs.slice(0, 1).flatMap(labelOf);
    if (label === undefined || !wanted.has(label) || notes.has(label)) continue;
    const below = lines.filter((line) => line.baseline < first.baseline && isAbove(first, line));
    if (below.some(isText)) continue;
    notes.set(label, [first, ...restOf(first, below)]);
  }
  if (notes.size === 0) return page;
  const taken = new Set([...notes.values()].flat());
  const referring = (run: TextRun): TextRun => {
    const [label] = labelOf(run);
    const note = label === undefined ? undefined : notes.get(label);
    if (label === undefined || note === undefined) return run;
    notes.delete(label);
    const runs = withoutStart(joined(note), label.length);
    return { ...run, text: '', note: { number: nextNumber(), runs } };
  };
  const rest = lines.filter((line) => !taken.has(line));
  return {
    ...page,
    lines: rest.map((line) => (isText(line) ? { ...line, runs: line.runs.map(referring) } : line)),
  };
}

/** Returns the mark of a footnote if the run is one: a raised number or symbol. */
function labelOf({ text, isRaised }: TextRun): string[] {
  return isRaised && /^(?:\d{1,3}|[*†‡§¶]{1,3})$/u.test(text.trim()) ? [text.trim()] : [];
}

/** True if both lines are in the same column. */
function isAbove(first: Line, line: Line): boolean {
  return line.left < first.right && line.right > first.left - 2 * first.size;
}

/** Returns the remaining lines of a footnote, up to the next one. */
function restOf(first: Line, below: readonly Line[]): Line[] {
  const rest: Line[] = [];
  let last = first;
  for (const line of below.toSorted((a, b) => b.baseline - a.baseline)) {
    const isNext =
      last.baseline - line.baseline <= widestPitch * line.size &&
      Math.abs(line.size - first.size) <= sameSize &&
      line.runs.slice(0, 1).flatMap(labelOf).length === 0;
    if (!isNext) break;
    rest.push(line);
    last = line;
  }
  return rest;
}
