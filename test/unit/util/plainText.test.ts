import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  lineLimit,
  messageLimit,
  pathLimit,
  plainLines,
  plainText,
  visibleCharacters,
} from '../../../src/util/plainText.ts';
import { assertPlain, commandLink, untrustedTexts } from '../../support/untrustedTexts.ts';

/** As many repetitions of a character as fit into ten UTF-16 units. */
function cut(character: string, count: number): string {
  const plain = plainText(character.repeat(count), { ...messageLimit, most: 10 });
  assert.ok(plain.length <= 10);
  return plain;
}

function hostileText(bytes: number): string {
  return Buffer.alloc(bytes, '](\u202E').toString();
}

/** The minimum of several times, since interruptions only make a run longer. */
function minMs(words: string): number {
  const times = Array.from({ length: 100 }, () => {
    const started = performance.now();
    plainText(words);
    return performance.now() - started;
  });
  return Math.min(...times);
}

describe('plainText', () => {
  it('leaves words unchanged', () => {
    for (const text of [
      '',
      'Invalid YAML, line 3: “%FOO” [sic] (see $HOME).',
      'Grüße, 日本語, שלום, 100 %',
    ]) {
      assert.equal(plainText(text), text);
    }
  });

  it('breaks up links and icons', () => {
    assert.equal(plainText(commandLink), '[Open] (command:workbench.action.toggleDevTools)');
    assert.equal(plainText('$(gear) $$(x)'), '$ (gear) $$ (x)');
  });

  it('turns hostile text into plain characters, once', () => {
    fc.assert(
      fc.property(untrustedTexts, (words) => {
        const plain = plainText(words);
        assertPlain(plain);
        assert.equal(plainText(plain), plain);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps the beginning up to the limit, and marks the cut', () => {
    const { most } = messageLimit;
    assert.equal(plainText('x'.repeat(most)), 'x'.repeat(most));
    assert.equal(plainText('x'.repeat(most + 1)), `${'x'.repeat(most - 1)}…`);
    assert.equal(plainText('x'.repeat(5000), pathLimit), 'x'.repeat(5000));
  });

  it('cuts between visible characters', () => {
    assert.equal(cut('e\u0301', 6), `${'e\u0301'.repeat(4)}…`);
    assert.equal(cut('🙂', 6), `${'🙂'.repeat(4)}…`);
    assert.equal(cut('👩‍👧', 3), '👩‍👧…');
    assert.equal(cut('\u202E', 2), '‹U+202E›…');
  });

  it('counts bytes in a log line', () => {
    fc.assert(
      fc.property(untrustedTexts, fc.constantFrom('x', '語', '🙂'), (words, filler) => {
        const plain = plainText(words + filler.repeat(5000), lineLimit);
        assertPlain(plain, 4096);
        const bytes = Buffer.byteLength(plain);
        assert.ok(bytes > 2048 && bytes <= 4096, `${bytes} bytes`);
      }),
    );
  });

  it('takes no longer for text beyond the limit', () => {
    const [short, long] = [hostileText(10_000), hostileText(20_000_000)];
    // The first access to a concatenated string flattens it, which takes time.
    for (const each of [short, long]) plainText(each);
    assert.ok(minMs(long) < 100 * minMs(short));
  });
});

describe('plainLines', () => {
  it('keeps lines apart, and makes each plain', () => {
    assert.equal(plainLines('Error: \u001B[2J\r\n  at $(x)\n'), 'Error: ␛[2J\n  at $ (x)\n');
  });

  it('includes the stack of an error', () => {
    const error = new Error('\u001B[2J of a file');
    assert.match(plainLines(error), /^Error: ␛\[2J of a file\n +at /);
  });

  it('turns hostile text into plain characters', () => {
    fc.assert(
      fc.property(untrustedTexts, (words) => {
        for (const line of plainLines(words).split('\n')) assertPlain(line, 4096);
      }),
    );
  });
});

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
