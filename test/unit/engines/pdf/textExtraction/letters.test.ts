import assert from 'node:assert/strict';
import { withUnknown } from '../../../../../src/engines/pdf/textExtraction/letters.ts';
import { lettersAt, textOfLetters } from './letters.ts';

/**
 * The letters of a text, in a font that has no characters for its codes; if `font` is undefined, the characters are
 * known.
 */
const unmapped = (text: string, font: number | undefined) =>
  lettersAt(text, 0).map((each) => ({
    ...each,
    font: font ?? 0,
    unmapped: font === undefined ? undefined : each.text.codePointAt(0),
  }));

/** The text that `withUnknown` returns for these letters. */
function left(text: string, font: number | undefined): string {
  return withUnknown([{ letters: unmapped(text, font), isHyphenated: false }])
    .map((segment) => textOfLetters(segment.letters))
    .join('');
}

describe('withUnknown', () => {
  for (const [what, text, font, expected] of [
    ['letters that a font knows', '9ROXPHV', undefined, '9ROXPHV'],
    ['codes that are ASCII letters', 'Checkliste', 7, 'Checkliste'],
    ['codes that are letters with exceptions', 'di\u000Ferent', 7, 'di\uFFFDerent'],
    ['glyph numbers', '9ROXPHV', 7, '\uFFFD'.repeat(7)],
    ['glyph numbers, some of which aren’t letters', '\u0001\u0002AB', 7, '\uFFFD'.repeat(4)],
    ['codes of another alphabet', 'Привет', 7, 'Привет'],
    ['codes that are letters outside of ASCII', '한국어 텍스트', 7, '한국어 텍스트'],
  ] as const) {
    it(`converts ${what}`, () => assert.equal(left(text, font), expected));
  }

  it('treats codes that are all letters in UTF-8 as UTF-8 at any length', () => {
    const codes = Array.from('Лист 1 €𠮷', (letter) =>
      Buffer.from(letter).reduce((code, byte) => code * 256 + byte, 0),
    );
    const letters = lettersAt('x'.repeat(codes.length), 0).map((each, index) => ({
      ...each,
      font: 7,
      unmapped: codes[index],
    }));
    const [segment] = withUnknown([{ letters, isHyphenated: false }]);
    assert.equal(textOfLetters(segment?.letters ?? []), 'Лист 1 €𠮷');
  });

  it('handles each font by its own letters', () => {
    const [segment] = withUnknown([
      { letters: [...unmapped('text', 1), ...unmapped('\u0003A', 2)], isHyphenated: false },
    ]);
    assert.equal(textOfLetters(segment?.letters ?? []), 'text\uFFFD\uFFFD');
  });
});
