import assert from 'node:assert/strict';
import { byPreference, ranked } from '../../../src/engines/preference.ts';

describe('ranked', () => {
  it('puts what does a pair better than we before us, whatever their order', () => {
    const [better, own] = [{ preference: 1 }, {}];
    assert.deepEqual(ranked([own, better]), [better, own]);
    assert.deepEqual(ranked([better, own]), [better, own]);
  });

  it('keeps the order of rows that are equally preferred', () => {
    const [first, second] = [{}, { preference: 0 }];
    assert.deepEqual(ranked([first, second]), [first, second]);
    assert.deepEqual(ranked([second, first]), [second, first]);
  });

  it('leaves out what only fills gaps where another row does the pair', () => {
    const own = {};
    assert.deepEqual(ranked([{ preference: -1 }, own]), [own]);
    assert.deepEqual(ranked([{ preference: -1 }, { preference: 1 }]), [{ preference: 1 }]);
  });

  it('has one row alone fill a gap', () => {
    assert.deepEqual(ranked([{ preference: -3 }, { preference: -1 }, { preference: -2 }]), [
      { preference: -1 },
    ]);
  });

  it('keeps what fills a gap behind a row that may need a helper', () => {
    const own = { helper: 'ffmpeg' } as const;
    assert.deepEqual(ranked([{ preference: -2 }, own, { preference: -3 }]), [own, { preference: -2 }]);
  });
});

describe('byPreference', () => {
  it('takes a row without a number for one that we do ourselves', () => {
    const rows = [{ preference: -1 }, {}, { preference: 1 }];
    assert.deepEqual(rows.toSorted(byPreference), [{ preference: 1 }, {}, { preference: -1 }]);
  });
});
