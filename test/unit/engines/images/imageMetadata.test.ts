import assert from 'node:assert/strict';
import { brotliCompressSync } from 'node:zlib';
import { blankPosition, jxlMetadata } from '../../../../src/engines/images/imageMetadata.ts';
import { isoBox } from '../../../../src/engines/lib/isoBoxes.ts';

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

const exif = Buffer.from('II*\0');
const xmp = Buffer.from('<x:xmpmeta/>');
const start = isoBox('JXL ', Buffer.from('0d0a870a', 'hex'));

describe('The metadata of a JPEG XL', () => {
  it('is read from boxes, with the EXIF offset', () => {
    const file = Buffer.concat([start, isoBox('Exif', Buffer.alloc(4), exif), isoBox('xml ', xmp)]);
    assert.deepEqual(jxlMetadata(file), { exif, xmp });
  });

  it('may be compressed', () => {
    const packed = isoBox('brob', Buffer.from('xml '), brotliCompressSync(xmp));
    assert.deepEqual(jxlMetadata(Buffer.concat([start, packed])), { exif: undefined, xmp });
  });

  it('is in the first box of each type, so that a thousand boxes of 30 bytes don’t become 16 GB', () => {
    const [broken, whole] = [Buffer.alloc(9, 7), brotliCompressSync(xmp)].map((content) =>
      isoBox('brob', Buffer.from('xml '), content),
    );
    assert.ok(broken && whole);
    assert.deepEqual(jxlMetadata(Buffer.concat([start, whole, broken])), { exif: undefined, xmp });
    assert.deepEqual(jxlMetadata(Buffer.concat([start, broken, whole])), { exif: undefined, xmp: undefined });
  });

  it('is empty if it can’t be decompressed, or the file is a bare codestream', () => {
    const broken = isoBox('brob', Buffer.from('xml '), Buffer.alloc(9, 7));
    assert.deepEqual(jxlMetadata(Buffer.concat([start, broken])), { exif: undefined, xmp: undefined });
    assert.deepEqual(jxlMetadata(Buffer.from('ff0a7f', 'hex')), { exif: undefined, xmp: undefined });
  });
});
