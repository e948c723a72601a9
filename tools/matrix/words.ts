import assert from 'node:assert/strict';

/** @throws AssertionError unless the tokens are all there, in order; there may be others between them */
export function inOrder(expected: readonly string[], actual: readonly string[]): void {
  let at = 0;
  for (const token of expected) {
    const found = actual.indexOf(token, at);
    assert.ok(found >= 0, `“${token}” is missing after “${actual.slice(Math.max(0, at - 5), at).join(' ')}”`);
    at = found + 1;
  }
}

/** The words and signs of a text. Quotes and dashes are left out, because they look different in print. */
export function tokensOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}.,:;'"“”‘’|\\-]/gu) ?? [];
}

/**
 * The letters and digits of all words are in the text, in order or anywhere. Programs print quotes, bullets, and
 * diacritics differently, and break lines anywhere.
 */
export function assertWords(words: readonly string[], text: string, inOrder: boolean): void {
  let rest = lettersOf(text);
  const wanted = words.map(lettersOf);
  for (const word of inOrder ? wanted : wanted.toSorted((a, b) => b.length - a.length)) {
    const at = rest.indexOf(word);
    assert.ok(at >= 0, `“${word}” is missing in “${rest.slice(0, 100)}”`);
    rest = `${inOrder ? '' : `${rest.slice(0, at)} `}${rest.slice(at + word.length)}`;
  }
}

function lettersOf(text: string): string {
  const plain = text.normalize('NFC').toLowerCase().replaceAll(/\p{M}/gu, '');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).join('');
}
