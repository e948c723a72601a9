import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { unpackLzw, unpackBits } from '../../../../../src/engines/images/tiff/compression.ts';

describe('LZW in a TIFF', () => {
  it('decodes the specification’s example', () => {
    const codes = [256, 7, 258, 8, 8, 258, 6, 6, 257];
    const bits = codes.map((code) => code.toString(2).padStart(9, '0')).join('');
    const packed = Buffer.from(
      (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)),
    );
    assert.deepEqual([...unpackLzw(packed, 9)], [7, 7, 7, 8, 8, 7, 7, 6, 6]);
  });

  it('never returns more than requested', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 0, max: 300 }), (bytes, length) => {
        try {
          return unpackLzw(Buffer.from(bytes), length).length <= length;
        } catch (error) {
          return error instanceof RangeError;
        }
      }),
    );
  });
});

describe('PackBits in a TIFF', () => {
  it('decodes the specification’s example', () => {
    const packed = Buffer.from('feaa0280002afdaa0380002a22f7aa', 'hex');
    const plain = 'aaaaaa80002aaaaaaaaa80002a22aaaaaaaaaaaaaaaaaaaa';
    assert.equal(unpackBits(packed, 24).toString('hex'), plain);
  });

  it('never returns more than requested', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 0, max: 300 }), (bytes, length) => {
        return unpackBits(Buffer.from(bytes), length).length <= length;
      }),
    );
  });
});
