import assert from 'node:assert/strict';
import { brotliCompressSync } from 'node:zlib';
import { jxlMetadata } from '../../../../../src/engines/images/magick/jxlMetadata.ts';
import { isoBox } from '../../../../../src/engines/lib/media/boxTree.ts';

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

  it('is empty if it can’t be decompressed, or the file is a bare codestream', () => {
    const broken = isoBox('brob', Buffer.from('xml '), Buffer.alloc(9, 7));
    assert.deepEqual(jxlMetadata(Buffer.concat([start, broken])), { exif: undefined, xmp: undefined });
    assert.deepEqual(jxlMetadata(Buffer.from('ff0a7f', 'hex')), { exif: undefined, xmp: undefined });
  });
});
