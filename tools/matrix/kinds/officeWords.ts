import assert from 'node:assert/strict';

/** Every word of the expected text occurs the same number of times; text in boxes may come in any order. */
export function holdsWords(expected: string, actual: string): void {
  const left = new Map<string, number>();
  for (const word of wordsIn(actual)) left.set(word, (left.get(word) ?? 0) + 1);
  const missing = wordsIn(expected).filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
  assert.deepEqual(missing, [], 'words are missing');
}

/** The text contains the phrases, each in the direction of its script, ignoring line breaks. */
export function holdsPhrases(phrases: readonly string[], actual: string): void {
  const text = wordsIn(actual).join('');
  assert.deepEqual(
    phrases.filter((phrase) => !text.includes(wordsIn(phrase).join(''))),
    [],
    'phrases are missing',
  );
}

/**
 * The letters and digits of a text. On a page, diacritics come before or after their letters, and bullets and quotes
 * look different.
 */
function wordsIn(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .replaceAll(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
