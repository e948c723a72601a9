import type { Letter, Segment } from './letter.ts';

/** A letter as PDFium tells it. */
export interface Character extends Letter {
  /** PDFium's pointer to the font where that knows no letter for a code in the file; the text is that code then. */
  readonly unmappedIn: number | undefined;
}

/** Stands for each letter that a font does not say. */
export const unknownLetter = '\uFFFD';

const meaningless = /^[\p{Cn}\p{Co}\p{Cc}]/u;
const lowerCase = /^[a-z]/;
/** The number of a glyph in most TrueType fonts is that of its letter in ASCII less this. */
const glyphOffset = 29;

/**
 * Replaces letters that are none: where a font has no table of its letters, the codes in the file may be those of ASCII or
 * the numbers of its glyphs, and only how the text looks can tell.
 */
export function withUnknown(segments: readonly Segment<Character>[]): Segment[] {
  const unmapped = Map.groupBy(
    segments.flatMap(({ letters }) => letters.filter(({ unmappedIn }) => unmappedIn !== undefined)),
    ({ unmappedIn }) => unmappedIn,
  );
  const numbered = new Set([...unmapped].filter(([, letters]) => areNumbers(letters)).map(([font]) => font));
  const known = ({ unmappedIn, ...letter }: Character): Letter =>
    unmappedIn !== undefined && (numbered.has(unmappedIn) || meaningless.test(letter.text))
      ? { ...letter, text: unknownLetter }
      : letter;
  return segments.map((segment) => ({ ...segment, letters: segment.letters.map(known) }));
}

function areNumbers(letters: readonly Letter[]): boolean {
  const codes = letters.map(({ text }) => text.codePointAt(0) ?? 0);
  const share = (offset: number): number =>
    codes.filter((code) => lowerCase.test(String.fromCodePoint(code + offset))).length / codes.length;
  const isText = share(0) > 0.5;
  return !isText && (letters.some(({ text }) => meaningless.test(text)) || share(glyphOffset) > 0.6);
}
