import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

describe('The dictionary of the spelling check', () => {
  it('lists each word once, in lower case and sorted', () => {
    const words = readFileSync('tools/lint/words.txt', 'utf8').trimEnd().split('\n');
    const tidy = new Set(words.map((word) => word.toLowerCase()));
    assert.deepEqual(words, [...tidy].toSorted());
  });
});
