import assert from 'node:assert/strict';
import { selectPages } from '../../../../src/engines/pdf/options.ts';

describe('selectPages', () => {
  for (const [ranges, pages] of [
    [undefined, [0, 1, 2, 3, 4]],
    ['2', [1]],
    ['1-3,5', [0, 1, 2, 4]],
    [' 4 - , 1 ', [0, 3, 4]],
    ['5,1,1-2', [0, 1, 4]],
    ['4-99', [3, 4]],
  ] as const) {
    it(`finds ${pages.length} of 5 pages for ${ranges ?? 'no ranges'}`, () => {
      assert.deepEqual(selectPages(ranges, 5), pages);
    });
  }

  for (const [ranges, count] of [
    ['6', 5],
    ['3-1', 5],
    ['0', 5],
    [undefined, 0],
  ] as const) {
    it(`refuses ${ranges ?? 'no ranges'} of ${count} pages`, () => {
      assert.throws(() => selectPages(ranges, count), { code: 'conversion.invalid_input' });
    });
  }
});
