import type { Edit } from './references.ts';

/** A range of a changed text, with its previous content. */
interface Reversal {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The reversals of the edits that were applied, because the user can deselect some. `undefined` if anything else
 * changed.
 */
export function reversalsOf(before: string, edits: readonly Edit[], after: string): Reversal[] | undefined {
  const reversals: Reversal[] = [];
  // Difference between new and old offsets.
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
