import assert from 'node:assert/strict';
import sharp from 'sharp';
import { readAai } from '../../../../../src/engines/images/aai/read.ts';
import { refusesEveryBeginning, refusesWith } from '../../../../support/cutOff.ts';

const pixel = Buffer.of(1, 0, 0, 0, 1, 0, 0, 0, 3, 2, 1, 254);

describe('An AAI', () => {
  it('has blue first, and 254 is opaque', async () => {
    assert.deepEqual(
      [
        ...(await sharp(await readAai(pixel))
          .raw()
          .toBuffer()),
      ],
      [1, 2, 3, 255],
    );
  });

  it('is refused wherever it is cut off, and where it claims more than there is', async () => {
    await refusesEveryBeginning(pixel, readAai);
    await refusesWith('conversion.limit_exceeded', readAai(Buffer.alloc(12, 0xff)));
  });
});
