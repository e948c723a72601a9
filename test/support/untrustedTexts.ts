import * as fc from 'fast-check';
import assert from 'node:assert/strict';

/** A link that VS Code would render in a message, and that runs a command. */
export const commandLink = '[Open](command:workbench.action.toggleDevTools)';

/** Samples of every kind of text that VS Code, Markdown, or a terminal could interpret. */
export const hostileSamples: readonly string[] = [
  commandLink,
  '[Open](https://example.org "title")',
  '[a]([b](file:///etc/passwd))',
  '$(sync~spin) $(gear)',
  '![](https://example.org/seen.png)',
  '<img src="https://example.org/seen.png"><script>alert(1)</script><a href="command:x">y</a>',
  '`code` **bold** _it_ ~~no~~ | cell | <https://example.org> https://example.org me@example.org',
  '# heading\n- item\n1. item\n> quote\n---\n```\nfence',
  '\u001B[2J\u001B[31mred\u001B]8;;https://example.org\u0007link\u001B]8;;\u0007 \u009B1A',
  'invoice\u202Efdp.exe',
  '\u2066isolated\u2069 \u200Emarks\u200F \u061C \u202Aembedded\u202C',
  'line\nline\r\nline\u2028line\u2029line\u0085line\u000Bline\u000Cline\0',
  'in\u200Bvis\u2060ible\uFEFF \u00AD\u034F\u115F\u3164\uFFA0\u180E \uFFF9\uFFFB \uFFFE',
  'p\u200Da\u200Cy \u200D\u200D 1\uFE0F x\uFE00 \u{E0041}\u{E0042}\u{E007F} \u{1F3F4}\u{E0041}\u{E007F}',
  '\uD800 lone \uDC00',
  `a${'\u0301\u0489'.repeat(400)}`,
  'می‌خواهم क्‍ष 👩‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿 葛\u{E0100} ❤️ 1️⃣',
  '{0} {1} %s %d ${x}',
];

/** Texts that could cause harm when shown: samples alone, next to each other, cut anywhere, and very long. */
export const untrustedTexts: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileSamples) },
  {
    weight: 3,
    arbitrary: fc
      .array(fc.oneof(fc.constantFrom(...hostileSamples), fc.constantFrom(']', '(', '$', '[', ')', '\\')), {
        maxLength: 8,
      })
      .map((parts) => parts.join('')),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...hostileSamples), fc.nat(40), fc.nat(8000))
      .map(([sample, from, length]) => sample.slice(from).concat('x').repeat(400).slice(0, length)),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 1000 }) },
);

/** Ranges of invisible code points, from Unicode's tables. Joiners and variation selectors have separate rules. */
const unseen: readonly (readonly [number, number])[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x200b, 0x200b],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0xfffe, 0xffff],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
];

/** Asserts that a text is plain: no link, no icon, nothing invisible, and within the limit. */
export function assertPlain(text: string, maxChars = 300): void {
  const shown = JSON.stringify(text);
  assert.ok(text.length <= maxChars, `${text.length} characters: ${shown}`);
  assert.ok(!text.includes(']('), `a link in ${shown}`);
  assert.ok(!text.includes('$('), `an icon in ${shown}`);
  assert.ok(text.isWellFormed(), `half a character in ${shown}`);
  const hidden = Array.from(text).filter((character) => {
    const code = character.codePointAt(0) ?? 0;
    return unseen.some(([from, to]) => code >= from && code <= to);
  });
  assert.deepEqual(hidden, [], `hidden characters in ${shown}`);
  // Joiners and variation selectors must follow a character that they can act on, and must not be repeated.
  const rest = text.replaceAll(/\u{1F3F4}\u{E0067}\u{E0062}[\u{E0061}-\u{E007A}]{3}\u{E007F}/gu, '');
  assert.doesNotMatch(rest, /[\u{E0000}-\u{E00FF}\u{E01F0}-\u{E0FFF}]/u, shown);
  assert.doesNotMatch(rest, /(?:^|[\0-\u05FF\u2000-\u206F])[\u180B-\u180F\u200C\u200D]/u, shown);
  assert.doesNotMatch(rest, /[\u200C\u200D]{2}|[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{2}/u, shown);
  assert.doesNotMatch(rest, /(?:^|[A-Za-z])[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/u, shown);
}
