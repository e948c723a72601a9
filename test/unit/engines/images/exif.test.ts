import assert from 'node:assert/strict';
import { blankPosition } from '../../../../src/engines/images/exif.ts';

const positionTag = 0x8825;
const [mainAt, positionAt, valuesAt, valueBytes] = [8, 26, 80, 40];

/** An EXIF block whose location has this many values, all at the same offset. */
function exifOf(values: number): Buffer {
  const exif = Buffer.alloc(valuesAt + valueBytes, 1);
  exif.fill(0, 0, valuesAt);
  exif.write('II*\0\x08', 'latin1');
  writeEntry(exif, mainAt + 2, { tag: positionTag, type: 4, count: 1, value: positionAt });
  exif.writeUInt16LE(1, mainAt);
  exif.writeUInt16LE(values, positionAt);
  for (let index = 0; index < values; index += 1) {
    const at = positionAt + 2 + index * 12;
    writeEntry(exif, at, { tag: index, type: 1, count: valueBytes, value: valuesAt });
  }
  return exif;
}

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly value: number;
}

function writeEntry(exif: Buffer, at: number, { tag, type, count, value }: Entry): void {
  exif.writeUInt16LE(tag, at);
  exif.writeUInt16LE(type, at + 2);
  exif.writeUInt32LE(count, at + 4);
  exif.writeUInt32LE(value, at + 8);
}

describe('blankPosition', () => {
  it('blanks the given position', () => {
    const exif = exifOf(2);
    assert.ok(blankPosition(exif, exif));
    assert.ok(exif.subarray(valuesAt).every((byte) => byte === 0));
  });

  it('fails if more values share bytes than exist', () => {
    const exif = exifOf(4);
    assert.ok(!blankPosition(exif, exif));
  });
});
