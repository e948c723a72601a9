import assert from 'node:assert/strict';
import { plainText } from '../../../../../src/engines/documents/print/inline.ts';

const typesetter = { runs: (text: string) => [{ text, font: 'code', bold: false, italics: false }] };

describe('plainText', () => {
  it('gives pdfmake no word or run of spaces that takes quadratic time', () => {
    for (const text of ['a', ' ', '\t', '\u00a0'].map((each) => each.repeat(8000))) {
      const pieces = plainText(text, { typesetter }, { code: true });
      const texts = pieces.flatMap((piece) =>
        typeof piece === 'object' && typeof piece.text === 'string' ? piece.text : [],
      );
      assert.equal(texts.join(''), text);
      assert.ok(texts.every(({ length }) => length <= 200));
    }
  });
});
