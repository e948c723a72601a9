import type { PdfDocument } from '../document.ts';
import { withMemory } from '../memory.ts';
import { type TextStyle, textStyles } from './fonts.ts';
import type { PageArea, Upright } from './upright.ts';

/** A glyph's text, which is usually one letter, and its displayed position on the page in points. */
export interface Letter extends TextStyle, PageArea {
  readonly text: string;
  readonly baseline: number;
  /** Address of the link that the letter belongs to. */
  readonly link: string | undefined;
}

/** Letters that PDFium assigns to the same line, in reading order. */
export interface Segment<Each = Letter> {
  readonly letters: readonly Each[];
  /** True if the line ends within a hyphenated word. */
  readonly isHyphenated: boolean;
}

const doubleBytes = 8;
const rectBytes = 16;
const lineFeed = 10;
const firstVisible = 32;
/** The height of most fonts' tallest letter above the baseline, as a share of their size. */
const tallest = 0.7;

/** Everything that is needed to read the text of a page. */
export interface TextPage {
  readonly document: PdfDocument;
  /** PDFium's pointer to the page's text. */
  readonly text: number;
  readonly upright: Upright;
  readonly linkAt: (x: number, y: number) => string | undefined;
}

/** Returns the visible letters of the page, line by line. */
export function segmentsOf(page: TextPage): Segment[] {
  const { pdfium } = page.document;
  const segments: Segment<Character>[] = [];
  let letters: Character[] = [];
  const end = (isHyphenated: boolean): void => {
    if (letters.length > 0) segments.push({ letters, isHyphenated });
    letters = [];
  };
  const read = characterReader(page);
  const count = pdfium.FPDFText_CountChars(page.text);
  for (let at = 0; at < count; at += 1) {
    const code = pdfium.FPDFText_GetUnicode(page.text, at);
    if (pdfium.FPDFText_IsHyphen(page.text, at) === 1) end(true);
    else if (code === lineFeed && pdfium.FPDFText_IsGenerated(page.text, at) === 1) end(false);
    else {
      const letter = read(code, at);
      if (letter) letters.push(letter);
    }
  }
  end(false);
  return withUnknown(withVisibleSizes(segments));
}

/**
 * Corrects sizes that are far smaller than the letters. The glyphs of a Type 3 font can be drawn in any unit, so its size
 * alone says nothing.
 */
function withVisibleSizes(segments: readonly Segment<Character>[]): readonly Segment<Character>[] {
  const heights = new Map<number, number>();
  for (const { letters } of segments) {
    for (const { font, top, baseline, size } of letters) {
      const height = top - baseline;
      if (height > 2 * size) heights.set(font, Math.max(height, heights.get(font) ?? 0));
    }
  }
  if (heights.size === 0) return segments;
  const corrected = (letter: Character): Character => {
    const height = heights.get(letter.font) ?? 0;
    return height > 2 * letter.size ? { ...letter, size: Math.round((height / tallest) * 2) / 2 } : letter;
  };
  return segments.map((segment) => ({ ...segment, letters: segment.letters.map(corrected) }));
}

/**
 * Returns a function that reads a character. Its result is `undefined` if the character is invisible or outside the
 * page.
 */
function characterReader(page: TextPage): (code: number, at: number) => Character | undefined {
  const { document, text, upright, linkAt } = page;
  const { pdfium } = document;
  const styleAt = textStyles(document, text);
  return (code, at) => {
    const isUnmapped = pdfium.FPDFText_HasUnicodeMapError(text, at) === 1;
    if (code < firstVisible && pdfium.FPDFText_IsGenerated(text, at) === 1) return undefined;
    const { origin, ink, hasInk, room } = boxesOf(document, text, at);
    const seen = upright.place(ink);
    const letter = code < firstVisible && !isUnmapped ? (hasInk ? unknownLetter : ' ') : characterOf(code);
    if (letter.trim() !== '' && !upright.isSeen(seen)) return undefined;
    return {
      text: letter,
      ...seen,
      ...sidesOf(upright.place(room)),
      baseline: upright.place(origin).bottom,
      ...styleAt(at),
      link: linkAt(origin.left, origin.bottom),
      unmapped: isUnmapped ? code : undefined,
    };
  };
}

/** Returns a character's origin, its visible box, and its box in the font, in the page's own coordinates. */
function boxesOf({ pdfium }: PdfDocument, text: number, at: number) {
  return withMemory(pdfium, 6 * doubleBytes + rectBytes, (start) => {
    const place = (index: number): number => start + index * doubleBytes;
    const rect = place(6);
    const double = (index: number): number => pdfium.pdfium.getValue(place(index), 'double');
    pdfium.FPDFText_GetCharOrigin(text, at, place(0), place(1));
    const origin = { left: double(0), right: double(0), bottom: double(1), top: double(1) };
    const hasInk =
      pdfium.FPDFText_GetCharBox(text, at, place(2), place(3), place(4), place(5)) && double(2) !== double(3);
    const ink = hasInk ? { left: double(2), right: double(3), bottom: double(4), top: double(5) } : origin;
    const float = (index: number): number => pdfium.pdfium.getValue(rect + index * 4, 'float');
    const hasRoom = pdfium.FPDFText_GetLooseCharBox(text, at, rect) && float(0) !== float(2);
    const room = hasRoom ? { left: float(0), top: float(1), right: float(2), bottom: float(3) } : ink;
    return { origin, ink, hasInk, room };
  });
}

const sidesOf = ({ left, right }: PageArea): Pick<PageArea, 'left' | 'right'> => ({ left, right });

/** A letter as PDFium reports it. */
interface Character extends Letter {
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
function characterOf(code: number): string {
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
