import assert from 'node:assert/strict';
import { mostOverShare } from '../../../../src/service/worker/pool.ts';

const claimant = (memoryBytes: number, claimBytes: number) => ({ memoryBytes, claimBytes });

describe('mostOverShare', () => {
  it('chooses nobody while there is enough for all', () => {
    assert.equal(mostOverShare([claimant(60, 100), claimant(40, 100)], 100), undefined);
    assert.equal(mostOverShare([], 100), undefined);
  });

  it('chooses the largest holder of those with the same claim', () => {
    const [small, large] = [claimant(40, 100), claimant(70, 100)];
    assert.equal(mostOverShare([small, large, claimant(10, 100)], 100), large);
  });

  it('leaves a larger holder alone if its share is larger', () => {
    const [film, bomb] = [claimant(70, 400), claimant(50, 100)];
    assert.equal(mostOverShare([film, bomb], 100), bomb);
  });

  it('never chooses a holder within its share', () => {
    for (let seed = 1; seed < 200; seed += 1) {
      const all = [1, 2, 3, 4].map((index) =>
        claimant((seed * index * 37) % 101, ((seed * index * 53) % 97) + 1),
      );
      const claims = all.reduce((sum, { claimBytes }) => sum + claimBytes, 0);
      const chosen = mostOverShare(all, 100);
      if (chosen !== undefined) assert.ok(chosen.memoryBytes > (100 * chosen.claimBytes) / claims);
    }
  });
});
