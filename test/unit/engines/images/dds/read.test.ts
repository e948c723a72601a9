import assert from 'node:assert/strict';
import { faultSentence } from '../../../../../src/contract/faults/fault.ts';
import { unpackBlocks } from '../../../../../src/engines/images/dds/blocks.ts';
import { headerOf } from '../../../../../src/engines/images/dds/header.ts';
import { blockKindOf, maskedKindOf, unsupportedReason } from '../../../../../src/engines/images/dds/kinds.ts';

function dds(code: string, dxgi: number): Buffer {
  const head = Buffer.alloc(148);
  head.write('DDS ');
  head.writeUInt32LE(124, 4);
  head.writeUInt32LE(4, 80);
  head.write(code, 84, 'latin1');
  head.writeUInt32LE(dxgi, 128);
  return head;
}

describe('A DDS', () => {
  it('has eight levels in a block: interpolated, or six of them with both extremes', () => {
    const surface = { width: 4, height: 1, channels: 1, isSigned: false };
    assert.deepEqual(
      [...unpackBlocks(Buffer.of(70, 0, 0b10001000, 0b0110, 0, 0, 0, 0), surface)],
      [70, 0, 60, 50],
    );
    assert.deepEqual(
      [...unpackBlocks(Buffer.of(0, 70, 0b11111110, 0, 0, 0, 0, 0), { ...surface, width: 2 })],
      [0, 255],
    );
    assert.throws(() => unpackBlocks(Buffer.alloc(7), surface), RangeError);
  });

  it('is recognized by its code or its number, with or without a type', () => {
    assert.equal(blockKindOf(headerOf(dds('DXT5', 0))), 'BC3');
    for (const dxgi of [70, 71, 72]) assert.equal(blockKindOf(headerOf(dds('DX10', dxgi))), 'BC1');
    assert.deepEqual(maskedKindOf(headerOf(dds('DX10', 27))), maskedKindOf(headerOf(dds('DX10', 28))));
  });

  it('is refused if nothing can read it, and the error names it', () => {
    assert.match(faultSentence(unsupportedReason(headerOf(dds('DX10', 95)))), /BC6H/);
    assert.match(faultSentence(unsupportedReason(headerOf(dds('DXT2', 0)))), /DXT2/);
    assert.match(faultSentence(unsupportedReason(headerOf(dds('q\0\0\0', 0)))), /Floating-point/);
  });

  it('is refused if it ends within its header', () => {
    assert.throws(() => headerOf(dds('DX10', 28).subarray(0, 120)), RangeError);
  });
});
