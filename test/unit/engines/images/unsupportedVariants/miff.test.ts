import assert from 'node:assert/strict';
import { unsupportedMiffReason } from '../../../../../src/engines/images/unsupportedVariants/miff.ts';
import { kindName } from '../../../../support/kindName.ts';

const miff = (compression: string): Buffer =>
  Buffer.from(`id=ImageMagick version=1.0\ncolumns=2 rows=2\ncompression=${compression}\n\f\n:\x1a\0\0`);

describe('unsupportedMiffReason', () => {
  it('names a compression that is misread, and no other', () => {
    assert.equal(kindName(unsupportedMiffReason(miff('RLE'))), 'MIFF images with RLE compression');
    assert.equal(kindName(unsupportedMiffReason(miff('Zip'))), undefined);
    assert.equal(kindName(unsupportedMiffReason(miff('RLE').subarray(0, 60))), undefined);
  });
});
