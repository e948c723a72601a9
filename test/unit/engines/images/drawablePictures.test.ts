import assert from 'node:assert/strict';
import sharp from 'sharp';
import { withDrawablePictures } from '../../../../src/engines/images/drawablePictures.ts';
import { openImage } from '../../../../src/engines/images/open.ts';

const svg = (type: string, content: Buffer): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><image width="20" height="20" href="data:image/${type};base64,${content.toString('base64')}"/></svg>`;
const square = { create: { width: 8, height: 8, channels: 3, background: '#00aa00' } } as const;
const made = async (format: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif'): Promise<Buffer> =>
  sharp(square).toFormat(format).toBuffer();

describe('A picture in an SVG', () => {
  for (const [format, type] of [
    ['gif', 'gif'],
    ['webp', 'webp'],
    ['avif', 'avif'],
    ['jpeg', 'png'],
    ['png', 'jpeg'],
    ['webp', 'png'],
  ] as const) {
    it(`is drawn if it is ${format}, declared as ${type}`, async () => {
      const { image } = await openImage(Buffer.from(svg(type, await made(format))));
      const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      const center = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 4;
      const [red = 255, green = 0, blue = 255, alpha] = data.subarray(center, center + 4);
      assert.ok(
        red < 16 && Math.abs(green - 0xaa) < 16 && blue < 16 && alpha === 255,
        data.toString('hex', center, center + 4),
      );
    });
  }

  it('is left alone if it can be drawn, or not even read', async () => {
    for (const source of [
      svg('png', await made('png')),
      svg('jpg', await made('jpeg')),
      svg('webp', Buffer.from('nothing')),
      '<svg><text>data:image/png;base64,</text></svg>',
    ]) {
      assert.equal(await withDrawablePictures(source), source);
    }
  });
});
