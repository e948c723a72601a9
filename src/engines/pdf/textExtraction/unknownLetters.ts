import type { Letter, Segment } from './letter.ts';

/** A letter as PDFium reports it. */
export interface Character extends Letter {
  /** PDFium's pointer to the font. */
  readonly font: number;
  /** The character code in the file, if the font doesn't say which letter this is. */
  readonly unmapped: number | undefined;
}

/** Stands for a letter that can't be identified. */
export const unknownLetter = '\uFFFD';

const meaningless = /^[\p{Cn}\p{Co}\p{Cc}]/u;
const lowerCase = /^[a-z]/;
/** In most TrueType fonts, the glyph number of a letter is its ASCII code minus this offset. */
const glyphOffset = 29;
const lastOfAscii = 0x7f;
const lastCodePoint = 0x10ffff;

/** Decodes character codes of a font that has no table of letters. */
type Reading = (code: number) => string;

/**
 * Identifies letters of fonts without a table of letters. Their codes may be ASCII, UTF-8, or glyph numbers, and only
 * the text as a whole shows which.
 */
export function withUnknown(segments: readonly Segment<Character>[]): Segment[] {
  const unknown = segments.flatMap(({ letters }) =>
    letters.flatMap(({ font, unmapped }) => (unmapped === undefined ? [] : { font, code: unmapped })),
  );
  const readings = new Map(
    [...Map.groupBy(unknown, ({ font }) => font)].map(([font, letters]) => [
      font,
      readingOf(letters.map(({ code }) => code)),
    ]),
  );
  const known = ({ font, unmapped, ...letter }: Character): Letter => {
    const reading = unmapped === undefined ? undefined : readings.get(font);
    return reading && unmapped !== undefined ? { ...letter, text: reading(unmapped) } : letter;
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

/** Returns the character for a Unicode code point, or `unknownLetter` if the code point is invalid. */
export function characterOf(code: number): string {
  return code >= 0 && code <= lastCodePoint ? String.fromCodePoint(code) : unknownLetter;
}

/**
 * libHaru writes letters as UTF-8 codes, with a table that PDFium can't read. In a short text, other codes may look
 * like UTF-8 by chance.
 */
function areUtf8(codes: readonly number[]): boolean {
  const long = codes.filter((code) => code > lastOfAscii);
  return long.length > 0 && long.every((code) => letterOfUtf8(code) !== undefined);
}

/** Returns the letter whose UTF-8 bytes make up the code. */
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
