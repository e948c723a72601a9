import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fault } from '../../../../../src/contract/fault.ts';
import { isConversionError } from '../../../../../src/engines/api/conversionError.ts';
import { readCodestream, readJp2 } from '../../../../../src/engines/images/magick/jpeg2000Headers.ts';
import { readableJpeg2000 } from '../../../../../src/engines/images/magick/jpeg2000.ts';
import { isoBox } from '../../../../../src/engines/lib/isoBoxes.ts';
import { photo } from '../../../../support/service/fixtures.ts';

const damaged = { code: 'conversion.invalid_input', message: 'The image is damaged and can’t be read.' };
const sRgb = Buffer.of(1, 0, 0, 0, 0, 0, 16);
const gray = Buffer.of(1, 0, 0, 0, 0, 0, 17);

/** The header of a codestream with this many eight-bit components, each with this subsampling. */
function codestream(coarseness: readonly number[], left = 0): Buffer {
  const bytes = Buffer.alloc(42 + coarseness.length * 3);
  bytes.set([0xff, 0x4f, 0xff, 0x51]);
  for (const [at, value] of [
    [8, 32],
    [12, 32],
    [16, left],
  ] as const)
    bytes.writeUInt32BE(value, at);
  bytes.writeUInt16BE(coarseness.length, 40);
  for (const [index, each] of coarseness.entries()) bytes.set([7, each, each], 42 + index * 3);
  return bytes;
}

function ofSide(side: number, components: number): Buffer {
  const bytes = codestream(Array(components).fill(1));
  for (const at of [8, 12]) bytes.writeUInt32BE(side, at);
  return bytes;
}

const jp2 = (components: number, ...header: Buffer[]): Buffer =>
  Buffer.concat([
    isoBox('jp2h', Buffer.concat(header)),
    isoBox('jp2c', codestream(Array(components).fill(1))),
  ]);
const numbers = (...values: number[]): Buffer =>
  Buffer.from(values.flatMap((each) => [each >> 8, each & 0xff]));
const kindsOf = (file: Buffer): (number | undefined)[] | undefined =>
  readJp2(readableJpeg2000(file).file).definitions?.map(({ kind }) => kind);
/** Channels made from these columns of the palette. */
const mapped = (...columns: number[]): Buffer =>
  isoBox('cmap', Buffer.concat(columns.map((column) => Buffer.of(0, 0, 1, column))));
/** Definitions of a gray channel and of a channel of this kind. */
const define = (kind: number): Buffer => isoBox('cdef', numbers(2, 0, 0, 1, 1, kind, 0));
const spaceOf = (file: Buffer): unknown => readJp2(readableJpeg2000(file).file).colorSpace;

describe('plainJpeg2000', () => {
  it('returns the bare codestream of a file without a header', () => {
    const bare = Buffer.concat([isoBox('uuid', Buffer.alloc(16)), isoBox('jp2c', codestream([1, 1, 1]))]);
    assert.deepEqual(readableJpeg2000(bare), readableJpeg2000(codestream([1, 1, 1])));
  });

  it('refuses too many pixels, and too many samples, before they are decoded', () => {
    const tooMany = { fault: fault('image.pixels') };
    assert.throws(() => readableJpeg2000(ofSide(60_000, 1)), tooMany);
    assert.throws(() => readableJpeg2000(ofSide(3000, 1000)), tooMany);
    assert.throws(() => readableJpeg2000(isoBox('jp2c', ofSide(60_000, 3))), tooMany);
    readableJpeg2000(ofSide(10_000, 4));
  });

  it('declares the only channel beyond the colors as opacity', () => {
    assert.deepEqual(kindsOf(jp2(4, isoBox('colr', sRgb))), [0, 0, 0, 1]);
    assert.deepEqual(kindsOf(jp2(2, isoBox('colr', gray))), [0, 1]);
    assert.deepEqual(kindsOf(codestream([1, 1, 1, 1])), [0, 0, 0, 1]);
    assert.equal(kindsOf(jp2(3, isoBox('colr', sRgb))), undefined);
    assert.equal(kindsOf(jp2(5, isoBox('colr', sRgb))), undefined);
  });

  it('declares the fourth column of a palette as opacity', () => {
    const palette = isoBox('pclr', Buffer.concat([numbers(1), Buffer.of(4, 7, 7, 7, 7, 1, 2, 3, 4)]));
    assert.deepEqual(kindsOf(jp2(1, isoBox('colr', sRgb), palette, mapped(0, 1, 2, 3))), [0, 0, 0, 1]);
    const other = jp2(1, isoBox('colr', sRgb), palette, mapped(2, 1, 0, 3));
    assert.throws(() => readableJpeg2000(other), { code: 'conversion.unsupported_kind' });
  });

  it('keeps existing channel definitions, and reports whether colors are premultiplied', () => {
    for (const [kind, isPremultiplied] of [
      [1, false],
      [2, true],
    ] as const) {
      const file = jp2(2, isoBox('colr', gray), define(kind));
      assert.deepEqual(kindsOf(file), [0, kind]);
      assert.equal(readableJpeg2000(file).isPremultiplied, isPremultiplied);
    }
  });

  it('treats subsampled components of a bare codestream as color differences', () => {
    assert.equal(spaceOf(codestream([1, 2, 2])), 18);
    assert.equal(spaceOf(codestream([1, 1, 1])), 16);
    assert.equal(spaceOf(codestream([1])), 17);
  });

  it('refuses files that ImageMagick misreads, with the reason', () => {
    const cmyk = Buffer.of(1, 0, 0, 0, 0, 0, 12);
    const first = isoBox('cdef', numbers(2, 0, 1, 0, 1, 0, 1));
    for (const [file, kind] of [
      [jp2(4, isoBox('colr', cmyk)), 'CMYK JPEG 2000 images'],
      [codestream([1], 5), 'JPEG 2000 images cropped from a larger one'],
      [jp2(2, isoBox('colr', gray), first), 'JPEG 2000 images whose alpha channel doesn’t follow the colors'],
    ] as const) {
      const error = {
        code: 'conversion.unsupported_kind',
        message: new RegExp(`^${kind} aren’t supported`),
      };
      assert.throws(() => readableJpeg2000(file), error);
    }
  });

  it('reports a file as damaged wherever its header is truncated', () => {
    const file = jp2(4, isoBox('colr', sRgb), isoBox('cdef', numbers(1, 3, 1, 0)));
    for (let length = 0; length < file.length; length += 1) {
      assert.throws(() => readableJpeg2000(file.subarray(0, length)), damaged, String(length));
    }
    for (let length = 4; length < 54; length += 1) {
      assert.throws(
        () => readableJpeg2000(codestream([1, 1, 1, 1]).subarray(0, length)),
        damaged,
        String(length),
      );
    }
  });

  it('treats no box as longer than the file, and takes no more time than the file has bytes', () => {
    const file = readFileSync(photo('jp2'));
    for (let at = 0; at < 200; at += 1) {
      for (const value of [0, 0x7f, 0xff]) {
        const lying = Buffer.from(file);
        lying.fill(value, at, at + 4);
        try {
          assert.ok(readableJpeg2000(lying).file.length <= file.length * 2);
        } catch (error) {
          assert.ok(isConversionError(error), String(at));
        }
      }
    }
  });
});

describe('readCodestream', () => {
  it('returns the size and the components', () => {
    const { width, height, components } = readCodestream(codestream([1, 2]));
    assert.deepEqual([width, height, components.length], [32, 32, 2]);
  });
});
