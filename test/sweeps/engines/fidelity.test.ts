import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { image, sample } from '../../support/service/fixtures.ts';
import { decode, decodeFile, inspect, psnr } from '../../support/service/raster.ts';
import { useService } from '../../support/service/services.ts';

describe('A converted image', () => {
  const service = useService();
  const convert = async (file: string, to: string, options = {}): Promise<Buffer> =>
    (await service.api.convert(file, to, options)).output;

  for (const turned of [3, 6, 8]) {
    it(`is upright if its source has EXIF orientation ${turned}`, async () => {
      const output = await convert(image(`orientation-${turned}.jpg`), 'png');
      const upright = await decodeFile(image('orientation-1.jpg'), 'jpg');
      assert.ok(psnr(upright, await decode(output, 'png')) > 40);
      assert.match((await inspect(output, 'png')).orientation, /^1?$/);
    });
  }

  it('is converted to sRGB if the target can’t have a profile', async () => {
    const viaGif = await decode(await convert(image('wide-gamut.png'), 'gif'), 'gif');
    const cat = await decodeFile(image('wide-gamut.png'), 'png');
    // If the pixel values were equal, ProPhoto colors would have been labeled as sRGB without a conversion.
    assert.ok(psnr(cat, viaGif) < 25);
  });

  it('keeps a gray source as one channel', async () => {
    const output = await convert(image('gray.png'), 'tiff');
    assert.ok(psnr(await decodeFile(image('gray.png'), 'png'), await decode(output, 'tiff')) > 60);
    assert.ok(output.length < 160 * 160 * 2);
  });

  for (const to of ['png', 'jpg']) {
    it(`is the first frame of an animation as ${to}`, async () => {
      const output = await convert(image('animated.gif'), to);
      assert.equal((await inspect(output, to)).frames, 1);
      const first = await decodeFile(image('animated.gif'), 'gif');
      assert.ok(psnr(first, await decode(output, to)) > 25);
    });
  }

  it('is on white or the requested color as JPG', async () => {
    assert.deepEqual(
      (await inspect(await convert(image('alpha.png'), 'jpg'), 'jpg')).corner,
      [255, 255, 255, 255],
    );
    const options = { background: '#ff0000' };
    const [red = 0, green = 255] = (await inspect(await convert(image('alpha.png'), 'jpg', options), 'jpg'))
      .corner;
    assert.ok(red > 250 && green < 10);
  });

  it('fits within the requested size', async () => {
    const { width, height } = await inspect(await convert(sample('cat.png'), 'webp', { width: 100 }), 'webp');
    assert.deepEqual([width, height], [100, 67]);
  });

  it('is rendered from an SVG at the requested size', async () => {
    const { width } = await inspect(await convert(sample('balloons.svg'), 'png', { width: 1500 }), 'png');
    assert.equal(width, 1500);
  });

  for (const to of ['avif', 'jpg', 'png', 'webp']) {
    it(`has no EXIF as ${to} if its source has none`, async () => {
      assert.doesNotMatch((await convert(sample('rocket.webp'), to)).toString('latin1'), /exif/i);
    });
  }

  it('has the resolution of its source as WebP, which stores it in EXIF', async () => {
    assert.ok((await convert(sample('trip/espresso.png'), 'webp')).includes('EXIF'));
  });

  it('is smaller at a lower quality', async () => {
    const low = await convert(sample('coffee.jpg'), 'webp', { quality: 20 });
    const high = await convert(sample('coffee.jpg'), 'webp', { quality: 95 });
    assert.ok(low.length * 3 < high.length);
  });

  it('is read in the format of its content if the name has another format', async () => {
    const bytes = await readFile(sample('cat.png'));
    const { output, job } = await service.api.convert({ name: 'cat.jpg', bytes }, 'webp');
    assert.deepEqual(job['output'], { fileName: 'cat.webp' });
    assert.ok(psnr(await decodeFile(sample('cat.png'), 'png'), await decode(output, 'webp')) > 30);
    const same = await service.api.convert({ name: 'cat.jpg', bytes }, 'png');
    assert.ok(psnr(await decodeFile(sample('cat.png'), 'png'), await decode(same.output, 'png')) > 60);
  });
});
