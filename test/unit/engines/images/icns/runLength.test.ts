import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { packRuns, unpackRuns } from '../../../../../src/engines/images/icns/runLength.ts';

const bytes = fc
  .array(fc.record({ value: fc.integer({ min: 0, max: 3 }), length: fc.integer({ min: 1, max: 300 }) }))
  .map((runs) => Buffer.concat(runs.map(({ value, length }) => Buffer.alloc(length, value))));

describe('ICNS run-length data', () => {
  it('decodes to the original', () => {
    fc.assert(
      fc.property(bytes, (plain) => unpackRuns(packRuns(plain), plain.length)?.equals(plain) === true),
    );
  });

  it('adds at most one byte per 128 bytes without repetition', () => {
    const plain = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 251));
    assert.equal(packRuns(plain).length, plain.length + 8);
    assert.equal(packRuns(Buffer.alloc(1300)).length, 20);
  });

  it('is rejected if it decodes to another length', () => {
    const packed = packRuns(Buffer.alloc(100, 7));
    assert.equal(unpackRuns(packed, 99), undefined);
    assert.equal(unpackRuns(packed, 101), undefined);
  });

  it('is rejected if it ends early', () => {
    assert.equal(unpackRuns(Buffer.of(0x80), 3), undefined);
    assert.equal(unpackRuns(Buffer.of(0x02, 1, 2), 3), undefined);
  });
});
