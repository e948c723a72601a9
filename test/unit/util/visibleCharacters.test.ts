import assert from 'node:assert/strict';
import { visibleCharacters } from '../../../src/util/visibleCharacters.ts';

const shown = (text: string): string => [...visibleCharacters(text)].join('');

describe('visibleCharacters', () => {
  it('shows control characters as symbols or numbers', () => {
    assert.equal(shown('a\n\r\t\0\u001B\u007F\u0085'), 'a␊␍␉␀␛␡‹U+0085›');
  });

  it('shows direction marks and line ends', () => {
    assert.equal(shown('invoice\u202Efdp.exe'), 'invoice‹U+202E›fdp.exe');
    assert.equal(shown('\u200E\u2067\u061C\u2028'), '‹U+200E›‹U+2067›‹U+061C›‹U+2028›');
  });

  it('shows characters without width, and invalid ones', () => {
    assert.equal(shown('a\u200Bb\u00ADc\u3164'), 'a‹U+200B›b‹U+00AD›c‹U+3164›');
    assert.equal(shown('\uD83D! \u{1FFFF} \u{E0041}'), '‹U+D83D›! ‹U+1FFFF› ‹U+E0041›');
  });

  it('keeps joiners that scripts need, and shows them elsewhere', () => {
    for (const text of ['می‌خواهم', 'क्‍ष', 'ക്‍', 'ශ්‍රී', 'ᠠ\u180Bᠠ', '葛\u{E0100}']) {
      assert.equal(shown(text), text);
    }
    assert.equal(shown('pass\u200Dword \u200C'), 'pass‹U+200D›word ‹U+200C›');
    assert.equal(shown('می‌‌'), 'می‹U+200C›‹U+200C›');
    assert.equal(shown('x\u{E0100}'), 'x‹U+E0100›');
  });

  it('keeps emoji whole, and shows stray parts of them', () => {
    for (const text of ['👩‍👩‍👧‍👦', '👍🏽', '❤️', '↩︎', '1️⃣', '🏳️‍🌈', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '👩🏽‍🚀', '🇳🇴']) assert.equal(shown(text), text);
    assert.equal(shown('1\uFE0F'), '1‹U+FE0F›');
    assert.equal(shown('👩\u200Dx'), '👩‹U+200D›x');
    assert.equal(shown('\u{1F3F4}\u{E0078}\u{E007F}'), '\u{1F3F4}‹U+E0078›‹U+E007F›');
  });

  it('returns characters as people see them', () => {
    assert.deepEqual([...visibleCharacters('e\u0301👩‍👧x')], ['e\u0301', '👩‍👧', 'x']);
  });
});
