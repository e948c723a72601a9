import type { Letter, Segment } from './letter.ts';

/** A letter as PDFium reports it. */
export interface Character extends Letter {
  /** Set if the font has no letter for the code in the file: that code, and PDFium's pointer to the font. */
  readonly unmapped: { readonly code: number; readonly font: number } | undefined;
}

/** Replaces each letter that the font doesn't identify. */
export const unknownLetter = '\uFFFD';

const meaningless = /^[\p{Cn}\p{Co}\p{Cc}]/u;
const lowerCase = /^[a-z]/;
/** In most TrueType fonts, a glyph's number is its letter's ASCII code minus this. */
const glyphOffset = 29;
const lastOfAscii = 0x7f;
const lastCodePoint = 0x10ffff;

/** Decodes the codes of a font without a table of letters. */
type Reading = (code: number) => string;

/**
 * Replaces unidentified letters: if a font has no table of letters, the codes may be ASCII or glyph numbers, and only
 * the resulting text shows which.
 */
export function withUnknown(segments: readonly Segment<Character>[]): Segment[] {
  const unmapped = Map.groupBy(
    segments.flatMap(({ letters }) => letters.flatMap(({ unmapped }) => unmapped ?? [])),
    ({ font }) => font,
  );
  const readings = new Map(
    [...unmapped].map(([font, letters]) => [font, readingOf(letters.map(({ code }) => code))]),
  );
  const known = ({ unmapped, ...letter }: Character): Letter => {
    const reading = unmapped && readings.get(unmapped.font);
    return reading ? { ...letter, text: reading(unmapped.code) } : letter;
  };
  return segments.map((segment) => ({ ...segment, letters: segment.letters.map(known) }));
}

function readingOf(codes: readonly number[]): Reading {
  if (areUtf8(codes)) return (code) => letterOfUtf8(code) ?? unknownLetter;
  return areNumbers(codes) ? () => unknownLetter : letterOf;
}

function letterOf(code: number): string {
  const letter = characterOf(code);
  return meaningless.test(letter) ? unknownLetter : letter;
}

/** The character of a Unicode number, if it is valid. */
export function characterOf(code: number): string {
  return code >= 0 && code <= lastCodePoint ? String.fromCodePoint(code) : unknownLetter;
}

/** As libHaru writes them, with a table that PDFium can't read. With only a few letters, all may be valid UTF-8 by chance. */
function areUtf8(codes: readonly number[]): boolean {
  const long = codes.filter((code) => code > lastOfAscii);
  return long.length > 0 && long.every((code) => letterOfUtf8(code) !== undefined);
}

/** The letter whose UTF-8 bytes form the code. */
function letterOfUtf8(code: number): string | undefined {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(code >>> 0);
  const start = bytes.findIndex((byte) => byte !== 0);
  const text = start === -1 ? '' : bytes.toString('utf8', start);
  const isLetter = /^.$/su.test(text) && text !== unknownLetter && !meaningless.test(text);
  return isLetter ? text : undefined;
}

function areNumbers(codes: readonly number[]): boolean {
  const share = (offset: number): number =>
    codes.filter((code) => lowerCase.test(characterOf(code + offset))).length / codes.length;
  const isText = share(0) > 0.5;
  return !isText && (codes.some((code) => meaningless.test(characterOf(code))) || share(glyphOffset) > 0.6);
}
