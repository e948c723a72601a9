import assert from 'node:assert/strict';
import { parseUnicodeRange } from '../../../../src/engines/fonts/fonts.ts';

describe('parseUnicodeRange', () => {
  it('reads single characters, ranges, and wildcards', () => {
    assert.deepEqual(parseUnicodeRange('U+41, u+20-7e,U+4??, U+10FFFF'), [
      [0x41, 0x41],
      [0x20, 0x7e],
      [0x400, 0x4ff],
      [0x10ffff, 0x10ffff],
    ]);
    assert.deepEqual(parseUnicodeRange('U+???'), [[0, 0xfff]]);
  });

  for (const text of ['', '41', 'U+', 'U+41,', 'U+7E-20', 'U+110000', 'U+1234567', 'U+4?-5?', 'U+4?1']) {
    it(`rejects ${JSON.stringify(text)}`, () => {
      assert.equal(parseUnicodeRange(text), undefined);
    });
  }
});
