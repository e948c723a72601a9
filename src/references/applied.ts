import type { Edit } from './references.ts';

/** A stretch of a changed text, and what stood there before. */
export interface Reversal {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * How to take back those of the edits that were made of a text, where a person could leave out some of them; `undefined` where
 * something else was changed, too.
 */
export function reversalsOf(before: string, edits: readonly Edit[], after: string): Reversal[] | undefined {
  const reversals: Reversal[] = [];
  // How far the next character of the text stands from where it was.
  let shift = 0;
  let at = 0;
  for (const [index, { start, end, text }] of edits.entries()) {
    if (before.slice(at, start) !== after.slice(at + shift, start + shift)) return undefined;
    const behind = before.slice(end, edits[index + 1]?.start ?? before.length);
    const isMade = after.startsWith(text + behind, start + shift);
    if (isMade) {
      reversals.push({
        start: start + shift,
        end: start + shift + text.length,
        text: before.slice(start, end),
      });
      shift += text.length - (end - start);
    }
    at = end;
  }
  return before.slice(at) === after.slice(at + shift) ? reversals : undefined;
}
