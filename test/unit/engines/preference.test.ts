import assert from 'node:assert/strict';
import { byPreference, ranked } from '../../../src/engines/preference.ts';

describe('ranked', () => {
  it('prefers engines that do a pair better, in any order', () => {
    const [better, own] = [{ preference: 1 }, {}];
    assert.deepEqual(ranked([own, better]), [better, own]);
    assert.deepEqual(ranked([better, own]), [better, own]);
  });

  it('keeps the order of equal preferences', () => {
    const [first, second] = [{}, { preference: 0 }];
    assert.deepEqual(ranked([first, second]), [first, second]);
    assert.deepEqual(ranked([second, first]), [second, first]);
  });

  it('leaves out fallback engines if another engine has the pair', () => {
    const own = {};
    assert.deepEqual(ranked([{ preference: -1 }, own]), [own]);
    assert.deepEqual(ranked([{ preference: -1 }, { preference: 1 }]), [{ preference: 1 }]);
  });

  it('uses a single fallback for a gap', () => {
    assert.deepEqual(ranked([{ preference: -3 }, { preference: -1 }, { preference: -2 }]), [
      { preference: -1 },
    ]);
  });

  it('keeps a fallback behind an engine that may need a helper', () => {
    const own = { helper: 'ffmpeg' } as const;
    assert.deepEqual(ranked([{ preference: -2 }, own, { preference: -3 }]), [own, { preference: -2 }]);
  });
});

describe('byPreference', () => {
  it('ranks an engine without a number as our own', () => {
    const candidates = [{ preference: -1 }, {}, { preference: 1 }];
    assert.deepEqual(candidates.toSorted(byPreference), [{ preference: 1 }, {}, { preference: -1 }]);
  });
});
