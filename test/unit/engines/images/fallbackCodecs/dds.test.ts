import assert from 'node:assert/strict';
import { faultSentence } from '../../../../../src/contract/fault.ts';
import {
  unpackBlocks,
  unpackMasked,
  type Masks,
} from '../../../../../src/engines/images/fallbackCodecs/ddsPixels.ts';
import {
  headerOf,
  blockKindOf,
  maskedKindOf,
  unsupportedReason,
} from '../../../../../src/engines/images/fallbackCodecs/ddsFormat.ts';

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

function unmasked(pixels: Buffer, count: number, masks: Masks, bytes: number): number[] {
  return [...unpackMasked(pixels, count, masks, bytes).samples];
}

describe('Pixels described by masks', () => {
  it('have samples of any width', () => {
    const pixels = Buffer.of(0x00, 0xf8, 0x1f, 0x04);
    assert.deepEqual(unmasked(pixels, 2, [0xf800, 0x7e0, 0x1f], 2), [255, 0, 0, 0, 130, 255]);
    const wide = [0x3ff, 0xffc00, 0x3ff00000, 0xc0000000];
    assert.deepEqual(unmasked(Buffer.of(0xff, 3, 0, 0xc0), 1, wide, 4), [255, 0, 0, 255]);
    assert.deepEqual(unmasked(Buffer.of(0, 0, 0, 0xff), 1, [0xffffffff], 4), [254]);
    assert.throws(() => unmasked(Buffer.alloc(5), 2, wide, 4), RangeError);
  });

  it('are black if a mask is empty, and damaged if it has gaps', () => {
    assert.deepEqual(unmasked(Buffer.of(0xff, 0x80), 1, [0xff, 0xff00, 0], 2), [255, 128, 0]);
    assert.throws(() => unmasked(Buffer.of(0), 1, [0x5], 1), { code: 'conversion.invalid_input' });
  });
});
