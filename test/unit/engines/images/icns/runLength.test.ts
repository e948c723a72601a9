import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { inRuns, unfolded } from '../../../../../src/engines/images/icns/runLength.ts';

const bytes = fc
  .array(fc.record({ value: fc.integer({ min: 0, max: 3 }), length: fc.integer({ min: 1, max: 300 }) }))
  .map((runs) => Buffer.concat(runs.map(({ value, length }) => Buffer.alloc(length, value))));

describe('The runs of an ICNS', () => {
  it('unfold to what they were made of', () => {
    fc.assert(fc.property(bytes, (plain) => unfolded(inRuns(plain), plain.length)?.equals(plain) === true));
  });

  it('take no more than a byte for 128 beside those that do not repeat', () => {
    const plain = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 251));
    assert.equal(inRuns(plain).length, plain.length + 8);
    assert.equal(inRuns(Buffer.alloc(1300)).length, 20);
  });

  it('are nothing where they unfold to more or less than there is place for', () => {
    const packed = inRuns(Buffer.alloc(100, 7));
    assert.equal(unfolded(packed, 99), undefined);
    assert.equal(unfolded(packed, 101), undefined);
  });

  it('are nothing where they end too soon', () => {
    assert.equal(unfolded(Buffer.of(0x80), 3), undefined);
    assert.equal(unfolded(Buffer.of(0x02, 1, 2), 3), undefined);
  });
});
