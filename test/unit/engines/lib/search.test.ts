import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { bestWithinSize } from '../../../../src/engines/lib/search.ts';

async function found(
  sizes: readonly number[],
  mostBytes: number,
): Promise<{ result: number; tried: number }> {
  let tried = 0;
  const attempt = async (index: number) => {
    tried += 1;
    return { result: index, bytes: sizes[index] ?? 0 };
  };
  return { result: (await bestWithinSize(sizes.length, attempt, mostBytes)).result, tried };
}

describe('The size search', () => {
  it('finds the best attempt that fits, in few attempts', async () => {
    const sizes = Array.from({ length: 64 }, (_, index) => 1000 - index);
    assert.equal((await found(sizes, 980)).result, 20);
    assert.ok((await found(sizes, 980)).tried <= 7);
  });

  it('returns the smallest attempt if none fits', async () => {
    assert.equal((await found([50, 40, 30], 20)).result, 2);
    assert.equal((await found([50], 20)).result, 0);
  });

  it('continues if a later attempt is larger after all', async () => {
    assert.equal((await found([90, 80, 95, 70, 99, 60], 65)).result, 5);
  });

  it('finds a fitting attempt whenever the last one fits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(100), { minLength: 1, maxLength: 30 }),
        fc.nat(100),
        async (sizes, most) => {
          const { result } = await found([...sizes, 0], most);
          assert.ok(([...sizes, 0][result] ?? Infinity) <= most);
        },
      ),
    );
  });
});
