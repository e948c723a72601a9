import assert from 'node:assert/strict';
import sharp from 'sharp';
import { jpegPicture } from '../../../../../src/engines/pdf/fromImages/pagePictures.ts';
import { withoutSegments } from '../../../../../src/engines/images/jpegSegments.ts';

const adobeMarker = 0xee;

describe('A CMYK JPEG', () => {
  it('has inverted inks with and without Adobe’s marker', async () => {
    const create = { width: 8, height: 8, channels: 3, background: '#008d2d' } as const;
    const jpeg = await sharp({ create }).toColorspace('cmyk').jpeg().toBuffer();
    const unmarked = withoutSegments(jpeg, new Set([adobeMarker]));
    assert.ok(unmarked.length < jpeg.length);
    for (const each of [jpeg, unmarked]) {
      const picture = jpegPicture(each);
      assert.equal(picture?.colors, 'DeviceCMYK');
      assert.equal(picture.isInverted, true);
    }
  });
});
