import assert from 'node:assert/strict';
import { memoizeShortTexts } from '../../../src/util/memoize.ts';

const counting = () => {
  const computed: string[] = [];
  const upper = memoizeShortTexts((text) => {
    computed.push(text);
    return text.toUpperCase();
  });
  return { computed, upper };
};

describe('A memoized function', () => {
  it('computes each short text once', () => {
    const { computed, upper } = counting();
    assert.deepEqual([upper('a'), upper('b'), upper('a'), upper('__proto__')], ['A', 'B', 'A', '__PROTO__']);
    assert.deepEqual(computed, ['a', 'b', '__proto__']);
  });

  it('caches no long text, and only a few thousand', () => {
    const { computed, upper } = counting();
    const long = 'a'.repeat(41);
    assert.equal(upper(long), upper(long));
    assert.equal(computed.length, 2);
    for (let count = 0; count <= 2000; count += 1) upper(String(count));
    upper('0');
    assert.equal(computed.at(-1), '0');
  });
});
