import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  entriesOf,
  icnsOf,
  packRuns,
  unpackRuns,
} from '../../../../../src/engines/images/fallbackCodecs/icnsFormat.ts';

const damaged = { code: 'conversion.invalid_input', message: 'The image is damaged and can’t be read.' };
const icon = icnsOf([
  { type: 'TOC ', content: Buffer.alloc(0) },
  { type: 'ic07', content: Buffer.from('picture') },
]);

/** A copy of the icon with a different length at this offset. */
function withLength(at: number, length: number): Buffer {
  const lying = Buffer.from(icon);
  lying.writeUInt32BE(length, at);
  return lying;
}

describe('ICNS entries', () => {
  it('are read as written', () => {
    assert.deepEqual(
      entriesOf(icon).map(({ type, content }) => [type, content.toString()]),
      [
        ['TOC ', ''],
        ['ic07', 'picture'],
      ],
    );
  });

  it('end with the declared length', () => {
    assert.equal(entriesOf(Buffer.concat([icon, Buffer.from('more')])).length, 2);
  });

  it('are refused if the file is truncated anywhere', () => {
    for (let length = 0; length < icon.length; length += 1) {
      assert.throws(() => entriesOf(icon.subarray(0, length)), damaged, String(length));
    }
  });

  it('are refused if a length is too small or exceeds the file', () => {
    for (const at of [4, 12, 20]) {
      for (const length of [0, 7, icon.length + 1, 0x7fffffff, 0xffffffff]) {
        assert.throws(() => entriesOf(withLength(at, length)), damaged, `${length} at ${at}`);
      }
    }
  });

  it('are refused if there are more than an icon can have', () => {
    const many = Array.from({ length: 1001 }, () => ({ type: 'ic07', content: Buffer.alloc(0) }));
    assert.throws(() => entriesOf(icnsOf(many)), damaged);
    assert.equal(entriesOf(icnsOf(many.slice(1))).length, 1000);
  });
});

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
