import assert from 'node:assert/strict';
import { memoize, memoizeShortTexts } from '../../../src/util/memoize.ts';

const counting = () => {
  const computed: string[] = [];
  const upper = memoizeShortTexts((text) => {
    computed.push(text);
    return text.toUpperCase();
  });
  return { computed, upper };
};

describe('A memoized function', () => {
  it('computes a value once for each key', () => {
    const computed: number[] = [];
    const listOf = memoize((key: number) => {
      computed.push(key);
      return [key];
    });
    assert.deepEqual([listOf(1), listOf(0), listOf(1)], [[1], [0], [1]]);
    assert.deepEqual(computed, [1, 0]);
  });

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
