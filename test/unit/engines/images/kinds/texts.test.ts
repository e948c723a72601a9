import assert from 'node:assert/strict';
import { unreadMiffKind } from '../../../../../src/engines/images/kinds/miff.ts';
import { unreadXpmKind } from '../../../../../src/engines/images/kinds/xpm.ts';
import { kindName } from '../../../../support/kindName.ts';

const xpm = (colors: number): Buffer =>
  Buffer.from(`/* XPM */\nstatic char *a[] = {\n/* columns rows */\n"12 7 ${colors} 2 ",\n"aa c #000000",`);
const miff = (compression: string): Buffer =>
  Buffer.from(`id=ImageMagick version=1.0\ncolumns=2 rows=2\ncompression=${compression}\n\f\n:\x1a\0\0`);

describe('The kind of an XPM', () => {
  it('is one of too many colors, or none to speak of', () => {
    assert.equal(kindName(unreadXpmKind(xpm(257))), 'An XPM of more than 256 colors');
    assert.equal(kindName(unreadXpmKind(xpm(256))), undefined);
    assert.equal(kindName(unreadXpmKind(xpm(257).subarray(0, 40))), undefined);
  });
});

describe('The kind of a MIFF', () => {
  it('is a compression that is read wrongly, or none to speak of', () => {
    assert.equal(kindName(unreadMiffKind(miff('RLE'))), 'A MIFF that is compressed by RLE');
    assert.equal(kindName(unreadMiffKind(miff('Zip'))), undefined);
    assert.equal(kindName(unreadMiffKind(miff('RLE').subarray(0, 60))), undefined);
  });
});
