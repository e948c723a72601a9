import assert from 'node:assert/strict';
import { plainText } from '../../../../../src/engines/documents/print/inline.ts';

const typesetter = { runs: (text: string) => [{ text, font: 'code', bold: false, italics: false }] };

describe('plainText', () => {
  it('gives pdfmake no word, and no run of spaces, that takes it the square of their length', () => {
    for (const text of ['a', ' ', '\t', '\u00a0'].map((each) => each.repeat(8000))) {
      const pieces = plainText(text, { typesetter }, { code: true }).map((piece) =>
        typeof piece === 'object' && 'text' in piece ? piece.text : piece,
      );
      assert.equal(pieces.join(''), text);
      assert.ok(pieces.every((piece) => typeof piece === 'string' && piece.length <= 200));
    }
  });
});
