import bidiFactory from 'bidi-js';
import type { ContentText } from 'pdfmake/interfaces.js';
import type { Inline, Line } from 'pdfmake/js/Renderer.js';
import { rightToLeft } from '../tree/runs.ts';

/** The Unicode Bidirectional Algorithm takes quadratic time for some texts, so a long text is split. */
const maxCharacters = 2000;

const bidi = bidiFactory();

/** A line of text with the directions of its parts. */
interface DirectedText {
  readonly pieces: readonly ContentText[];
  readonly isRightToLeft: boolean;
}

/** Splits the pieces of a text where its direction changes, for {@link reordered}. */
export function directed(pieces: readonly ContentText[]): DirectedText {
  const text = pieces.map(textOf).join('');
  if (!rightToLeft.test(text)) return { pieces, isRightToLeft: false };
  const { levels, isRightToLeft } = levelsOf(text);
  const split: ContentText[] = [];
  let at = 0;
  for (const piece of pieces) {
    const value = textOf(piece);
    let from = 0;
    for (let to = 1; to <= value.length; to += 1) {
      const level = levels[at + from] ?? 0;
      if (to < value.length && levels[at + to] === level) continue;
      split.push(Object.assign({ ...piece, text: value.slice(from, to) }, { level }));
      from = to;
    }
    at += value.length;
  }
  return { pieces: split, isRightToLeft };
}

function textOf({ text }: ContentText): string {
  return typeof text === 'string' ? text : '';
}

function levelsOf(text: string): { readonly levels: Uint8Array; readonly isRightToLeft: boolean } {
  const levels = new Uint8Array(text.length);
  let base: 'ltr' | 'rtl' | 'auto' = 'auto';
  for (let from = 0; from < text.length;) {
    const space = text.lastIndexOf(' ', from + maxCharacters);
    const to = text.length - from <= maxCharacters || space <= from ? from + maxCharacters : space + 1;
    const part: ReturnType<typeof bidi.getEmbeddingLevels> = bidi.getEmbeddingLevels(
      text.slice(from, to),
      base,
    );
    levels.set(part.levels, from);
    if (base === 'auto') base = part.paragraphs[0]?.level === 1 ? 'rtl' : 'ltr';
    from = to;
  }
  return { levels, isRightToLeft: base === 'rtl' };
}

/** Returns text in the order in which fontkit draws it in the right direction, which it chooses by the script. */
function drawnIn(text: string, level: number): string {
  const isRightToLeft = level % 2 === 1;
  const characters = Array.from(text);
  const mirrored = isRightToLeft
    ? characters.map((character) => bidi.getMirroredCharacter(character) ?? character)
    : characters;
  return (isRightToLeft === rightToLeft.test(text) ? mirrored : mirrored.toReversed()).join('');
}

/** Moves the words of a line to the order in which they are read, as rule L2 of the algorithm says. */
export function reordered(line: Line): void {
  const highest = Math.max(0, ...line.inlines.map(({ level = 0 }) => level));
  if (highest === 0) return;
  withoutTrailingSpace(line);
  for (let level = highest; level > 0; level -= 1) line.inlines = reversedFrom(line.inlines, level);
  let x = -line.leadingCut;
  for (const inline of line.inlines) {
    inline.text = drawnIn(inline.text, inline.level ?? 0);
    inline.x = x;
    x += inline.width;
  }
}

/** The space after the last word would otherwise be on its left. */
function withoutTrailingSpace(line: Line): void {
  const last = line.inlines.at(-1);
  if (last === undefined || last.trailingCut === 0) return;
  last.text = last.text.trimEnd();
  last.width -= last.trailingCut;
  line.inlineWidths -= last.trailingCut;
  last.trailingCut = 0;
  line.trailingCut = 0;
}

/** Reverses each sequence of words of at least this level. */
function reversedFrom(inlines: readonly Inline[], level: number): Inline[] {
  const ordered: Inline[] = [];
  let sequence: Inline[] = [];
  for (const inline of inlines) {
    if ((inline.level ?? 0) >= level) sequence.push(inline);
    else {
      ordered.push(...sequence.toReversed(), inline);
      sequence = [];
    }
  }
  return [...ordered, ...sequence.toReversed()];
}
