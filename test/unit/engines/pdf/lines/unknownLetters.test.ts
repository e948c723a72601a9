import assert from 'node:assert/strict';
import { withUnknown } from '../../../../../src/engines/pdf/lines/unknownLetters.ts';
import { lettersAt, textOfLetters } from './letters.ts';

/** Letters of a text in a font that knows none for its codes. */
const unmapped = (text: string, font: number | undefined) =>
  lettersAt(text, 0).map((each) => ({ ...each, unmappedIn: font }));

/** What is left of a text whose letters a font knows, or of codes that it knows no letters for. */
function left(text: string, font: number | undefined): string {
  return withUnknown([{ letters: unmapped(text, font), isHyphenated: false }])
    .map((segment) => textOfLetters(segment.letters))
    .join('');
}

describe('withUnknown', () => {
  for (const [what, text, font, expected] of [
    ['letters that a font knows', '9ROXPHV', undefined, '9ROXPHV'],
    ['codes that are letters of ASCII', 'Checkliste', 7, 'Checkliste'],
    ['codes that are letters, but for some', 'di\u000Ferent', 7, 'di\uFFFDerent'],
    ['numbers of glyphs', '9ROXPHV', 7, '\uFFFD'.repeat(7)],
    ['numbers of which some are no letters', '\u0001\u0002AB', 7, '\uFFFD'.repeat(4)],
    ['codes of another alphabet', 'Привет', 7, 'Привет'],
  ] as const) {
    it(`makes of ${what} what they are`, () => assert.equal(left(text, font), expected));
  }

  it('judges each font by its own letters', () => {
    const [segment] = withUnknown([
      { letters: [...unmapped('text', 1), ...unmapped('\u0003A', 2)], isHyphenated: false },
    ]);
    assert.equal(textOfLetters(segment?.letters ?? []), 'text\uFFFD\uFFFD');
  });
});
