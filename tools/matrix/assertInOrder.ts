import assert from 'node:assert/strict';

/** @throws AssertionError unless the text contains all phrases in order, ignoring spaces and line breaks */
export function assertInOrder(phrases: readonly string[], text: string): void {
  const actual = withoutSpaces(text);
  let at = 0;
  for (const phrase of phrases.map(withoutSpaces)) {
    const found = actual.indexOf(phrase, at);
    assert.ok(found >= 0, `“${phrase}” is missing from “${actual.slice(at, at + 100)}”`);
    at = found + phrase.length;
  }
}

function withoutSpaces(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, '');
}
