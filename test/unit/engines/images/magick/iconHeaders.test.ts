import assert from 'node:assert/strict';
import { fault } from '../../../../../src/contract/fault.ts';
import { isConversionError } from '../../../../../src/engines/api/conversionError.ts';
import { withStandardHeaders } from '../../../../../src/engines/images/magick/iconHeaders.ts';

interface Bitmap {
  readonly headerBytes: number;
  readonly bits: number;
  readonly compression?: number;
  readonly masks?: readonly number[];
  readonly content: Buffer;
}

function bitmapOf({ headerBytes, bits, compression = 0, masks = [], content }: Bitmap): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(headerBytes, 0);
  if (headerBytes === 12) {
    for (const [index, value] of [2, 4, 1, bits].entries()) header.writeUInt16LE(value, 4 + index * 2);
    return Buffer.concat([header, content]);
  }
  header.writeInt32LE(2, 4);
  header.writeInt32LE(4, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(bits, 14);
  header.writeUInt32LE(compression, 16);
  for (const [index, mask] of masks.entries()) header.writeUInt32LE(mask, 40 + index * 4);
  return Buffer.concat([header, content]);
}

function iconOf(bitmaps: readonly Buffer[]): Buffer {
  const directory = Buffer.alloc(6 + bitmaps.length * 16);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(bitmaps.length, 4);
  let start = directory.length;
  for (const [index, { length }] of bitmaps.entries()) {
    directory.writeUInt32LE(length, 6 + index * 16 + 8);
    directory.writeUInt32LE(start, 6 + index * 16 + 12);
    start += length;
  }
  return Buffer.concat([directory, ...bitmaps]);
}

const content = Buffer.from(Array.from({ length: 48 }, (_, at) => at + 1));
const usual = bitmapOf({ headerBytes: 40, bits: 24, content });

/** Reads an icon, and accepts that it is refused as damaged. */
function tried(icon: Buffer): void {
  try {
    withStandardHeaders(icon);
  } catch (error) {
    if (!isConversionError(error)) throw error;
  }
}

describe('withStandardHeaders', () => {
  for (const headerBytes of [52, 56, 64, 108, 124]) {
    it(`replaces headers of ${headerBytes} bytes`, () => {
      const icon = iconOf([usual, bitmapOf({ headerBytes, bits: 24, content }), usual]);
      assert.deepEqual(withStandardHeaders(icon), iconOf([usual, usual, usual]));
    });
  }

  it('keeps masks only if the colors have an unusual order', () => {
    const masks = [0xff_0000, 0xff00, 0xff, 0xff00_0000];
    const deep = { headerBytes: 124, bits: 32, compression: 3, content };
    const plain = iconOf([bitmapOf({ headerBytes: 40, bits: 32, content })]);
    assert.deepEqual(withStandardHeaders(iconOf([bitmapOf({ ...deep, masks })])), plain);
    const other = iconOf([bitmapOf({ ...deep, masks: masks.toReversed() })]);
    assert.deepEqual(withStandardHeaders(other), other);
  });

  it('replaces the colors of OS/2 by those with four bytes', () => {
    const icon = iconOf([bitmapOf({ headerBytes: 12, bits: 1, content: content.subarray(0, 22) })]);
    const colors = Buffer.from([1, 2, 3, 0, 4, 5, 6, 0]);
    const rest = content.subarray(6, 22);
    const expected = bitmapOf({ headerBytes: 40, bits: 1, content: Buffer.concat([colors, rest]) });
    assert.deepEqual(withStandardHeaders(icon), iconOf([expected]));
  });

  it('gives pixels of 16 bits 24 bits, and keeps the mask', () => {
    // Two rows of two pixels: white and blue, then green and red. The mask follows.
    const [short, mask] = [Buffer.from('ff7f1f00e003007c', 'hex'), Buffer.from('4000000080000000', 'hex')];
    const long = Buffer.from('ffffffff0000000000ff000000ff0000', 'hex');
    const expected = iconOf([bitmapOf({ headerBytes: 40, bits: 24, content: Buffer.concat([long, mask]) })]);
    for (const headerBytes of [40, 108]) {
      const bitmap = bitmapOf({ headerBytes, bits: 16, content: Buffer.concat([short, mask]) });
      assert.deepEqual(withStandardHeaders(iconOf([bitmap])), expected);
      tried(iconOf([bitmap.subarray(0, 45)]));
    }
  });

  it('gives pixels of 32 bits the alpha of the mask if their own is zero everywhere', () => {
    // Two rows of two pixels, of which the mask hides the first of the first row and the second of the second one.
    const mask = Buffer.from('8000000040000000', 'hex');
    const bitmap = (pixels: string): Buffer =>
      bitmapOf({ headerBytes: 40, bits: 32, content: Buffer.concat([Buffer.from(pixels, 'hex'), mask]) });
    const old = iconOf([bitmap('01020300040506000708090010111200')]);
    assert.deepEqual(withStandardHeaders(old), iconOf([bitmap('01020300040506ff070809ff10111200')]));
    const withAlpha = iconOf([bitmap('01020300040506000708090110111200')]);
    assert.equal(withStandardHeaders(withAlpha), withAlpha);
  });

  it('removes a profile from the place of the mask', () => {
    const bitmap = bitmapOf({ headerBytes: 124, bits: 24, content });
    bitmap.write('DEBM', 56, 'latin1');
    bitmap.writeUInt32LE(124 + 16, 112);
    bitmap.writeUInt32LE(20, 116);
    const opaque = Buffer.from(content).fill(0, 16, 36);
    assert.deepEqual(
      withStandardHeaders(iconOf([bitmap])),
      iconOf([bitmapOf({ headerBytes: 40, bits: 24, content: opaque })]),
    );
  });

  it('leaves an icon alone if its headers are usual', () => {
    const icon = iconOf([usual, Buffer.from('89504e470d0a1a0a'.repeat(8), 'hex')]);
    assert.equal(withStandardHeaders(icon), icon);
  });

  it('reads an icon or reports damage, wherever the icon is truncated and whatever its numbers are', () => {
    const icons = [
      iconOf([bitmapOf({ headerBytes: 124, bits: 24, content }), usual]),
      iconOf([bitmapOf({ headerBytes: 12, bits: 8, content })]),
      iconOf([bitmapOf({ headerBytes: 40, bits: 32, content: Buffer.alloc(24) })]),
      iconOf([bitmapOf({ headerBytes: 52, bits: 32, compression: 3, masks: [1, 2, 3], content })]),
    ];
    for (const icon of icons) {
      for (let length = 0; length <= icon.length; length += 1) tried(icon.subarray(0, length));
      for (let at = 0; at + 4 <= icon.length; at += 1) {
        for (const extreme of [0, 41, 0x7fff_ffff, 0xffff_ffff]) {
          const changed = Buffer.from(icon);
          changed.writeUInt32LE(extreme, at);
          tried(changed);
        }
      }
    }
  });

  it('reports damage if bitmaps overlap', () => {
    const icon = iconOf([bitmapOf({ headerBytes: 124, bits: 24, content }), usual]);
    icon.writeUInt32LE(icon.readUInt32LE(6 + 12), 6 + 16 + 12);
    icon.writeUInt32LE(icon.length, 6 + 16 + 8);
    assert.throws(() => withStandardHeaders(icon), { fault: fault('damaged.image') });
  });
});
