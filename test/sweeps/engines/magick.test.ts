import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { framesOf } from '../../../tools/referenceDecoders/frames.ts';
import { imageMagick } from '../../../tools/referenceDecoders/imagePrograms.ts';
import { pixelsOf } from '../../../tools/referenceDecoders/pixels.ts';
import { built, image, photo, sample } from '../../support/service/fixtures.ts';
import { decode, decodeFile, inspect, psnr } from '../../support/service/raster.ts';
import { useService } from '../../support/service/services.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const exec = promisify(execFile);

describe('An image read or written by ImageMagick', () => {
  const folder = useTemporaryFolder();
  const service = useService();

  /** The path of the same picture as a PNG, for programs that support few other formats. */
  const asPng = async (file: string): Promise<string> => {
    const png = path.join(folder.path, 'image.png');
    await writeFile(png, await written('png', file));
    return png;
  };
  const convert = async (name: string, bytes: Buffer, to: string, options = {}): Promise<Buffer> =>
    (await service.api.convert({ name, bytes }, to, options)).output;
  const convertFile = async (file: string, to: string, options = {}): Promise<Buffer> =>
    convert(path.basename(file), await readFile(file), to, options);

  it('is upright if it comes from a phone held upright, and is rotated only once', async () => {
    const upright = await decodeFile(image('orientation-1.jpg'), 'jpg');
    for (const to of ['jpg', 'png', 'webp']) {
      const output = await convertFile(built('rotated.heic'), to);
      assert.ok(psnr(upright, await decode(output, to)) > 30, to);
      assert.match((await inspect(output, to)).orientation, /^1?$/);
    }
  });

  it('shows all layers of a Photoshop file', async () => {
    const [ground, veil] = ['-size 60x40 xc:white', '-size 60x40 xc:rgba(255,0,0,0.5)'];
    const square = '( -size 20x20 xc:blue -repage 60x40+10+5 )';
    const flattened = '( -clone 0-2 -layers flatten ) -insert 0';
    const psd = await written('psd', ...[ground, veil, square, flattened].join(' ').split(' '));
    const { width, height, rgb } = await decode(await convert('a.psd', psd, 'png'), 'png');
    assert.deepEqual([width, height], [60, 40]);
    for (const [x, y, colour] of [
      [0, 0, [255, 127, 127]],
      [15, 10, [0, 0, 255]],
      [35, 10, [255, 127, 127]],
    ] as const) {
      const pixel = rgb.subarray((y * 60 + x) * 3, (y * 60 + x) * 3 + 3);
      assert.ok(
        colour.every((each, channel) => Math.abs(each - (pixel[channel] ?? 0)) <= 1),
        `${x}, ${y}`,
      );
    }
  });

  it('has the full ink in partly transparent areas', async () => {
    const [all, some] = await Promise.all(
      ['inks.psd', 'transparent-inks.psd'].map(async (name) =>
        pixelsOf(await convertFile(image(name), 'png')),
      ),
    );
    assert.ok(all !== undefined && some !== undefined);
    assert.equal(some.rgba[20 * 4 + 3], 128);
    const differences = [0, 1, 2].map((channel) =>
      Math.abs((all.rgba[20 * 4 + channel] ?? 0) - (some.rgba[20 * 4 + channel] ?? 0)),
    );
    assert.ok(Math.max(...differences) <= 4, String(differences));
  });

  it('has the colors of its inks', async () => {
    const asJpeg = await convertFile(image('cmyk.jpg'), 'png');
    const psd = await written('psd', image('cmyk.jpg'));
    const colours = await decode(asJpeg, 'png');
    assert.ok(psnr(await decodeFile(image('cmyk.jpg'), 'jpg'), colours) > 18);
    for (const [name, bytes, to] of [
      ['a.psd', psd, 'png'],
      ['a.psd', psd, 'bmp'],
      ['a.jpg', await readFile(image('cmyk.jpg')), 'psd'],
      ['a.jpg', await readFile(image('cmyk.jpg')), 'tga'],
    ] as const) {
      assert.ok(psnr(colours, await decode(await convert(name, bytes, to), to)) > 45, `${name} → ${to}`);
    }
  });

  it('keeps frames separate as JXL if their transparency differs, or they have no durations', async () => {
    const raw = { width: 20, height: 60, channels: 4, pageHeight: 20 } as const;
    const strip = Buffer.alloc(20 * 60 * 4, Buffer.of(200, 0, 0, 255));
    strip.fill(0, 20 * 25 * 4, 20 * 35 * 4);
    const webp = await sharp(strip, { raw })
      .webp({ lossless: true, exact: true, delay: [0, 0, 0] })
      .toBuffer();
    const jxl = await convert('a.webp', webp, 'jxl', { lossless: true });
    const { pictures, durations } = await framesOf(jxl, 'jxl');
    const covers = pictures.map(({ rgba }) => rgba[20 * 10 * 4 + 3]);
    assert.deepEqual(
      [covers, durations],
      [
        [255, 0, 255],
        [100, 100, 100],
      ],
    );
  });

  for (const to of ['psd', 'bmp']) {
    it(`keeps its color profile as ${to}, and from it`, async () => {
      const output = await convertFile(image('adobe-rgb.jpg'), to);
      assert.match((await inspect(output, to)).profile, /Adobe RGB/);
      const back = await convert(`a.${to}`, output, 'png');
      assert.match((await inspect(back, 'png')).profile, /Adobe RGB/);
      const managed = await convertFile(image('adobe-rgb.jpg'), 'png', { profile: 'srgb' });
      const backInSrgb = await convert(`a.${to}`, output, 'png', { profile: 'srgb' });
      assert.ok(psnr(await decode(managed, 'png'), await decode(backInSrgb, 'png')) > 60);
    });
  }

  it('has its profile’s colors as JXL, which stores none, and from one', async () => {
    const file = image('adobe-rgb.jpg');
    const managed = await decode(await convertFile(file, 'png', { profile: 'srgb' }), 'png');
    for (const lossless of [true, false]) {
      const jxl = await convertFile(file, 'jxl', { lossless });
      assert.ok(psnr(managed, await decode(jxl, 'jxl')) > 33, `lossless: ${lossless}`);
    }
    const jxl = path.join(folder.path, 'a.jxl');
    await exec('cjxl', [await asPng(file), jxl, '-d', '1']);
    assert.ok(psnr(managed, await decode(await convertFile(jxl, 'png'), 'png')) > 28);
  });

  const sizeOf = async (to: string, options: object): Promise<number[]> => {
    const { width, height } = await decode(await convertFile(photo('psd'), to, options), to);
    return [width, height];
  };

  describe('with the options of its pair', () => {
    it('follows width, height, and fit', async () => {
      assert.deepEqual(await sizeOf('png', { width: 30, height: 30 }), [30, 21]);
      for (const fit of ['cover', 'contain', 'fill']) {
        assert.deepEqual(await sizeOf('tga', { width: 30, height: 30, fit }), [30, 30], fit);
      }
      assert.deepEqual(await sizeOf('bmp', { width: 500 }), [61, 43]);
    });

    it('follows the background', async () => {
      const output = await convertFile(image('alpha.png'), 'tga', { background: '#00ff00' });
      assert.deepEqual([...(await decode(output, 'tga')).rgb.subarray(0, 3)], [0, 255, 0]);
      const bars = await convertFile(photo('bmp'), 'ppm', {
        width: 40,
        height: 40,
        fit: 'contain',
        background: '#00ff00',
      });
      assert.deepEqual([...(await decode(bars, 'ppm')).rgb.subarray(0, 3)], [0, 255, 0]);
    });

    it('follows quality and lossless', async () => {
      const [low, high] = [
        await convertFile(sample('coffee.jpg'), 'jxl', { quality: 30 }),
        await convertFile(sample('coffee.jpg'), 'jxl', { quality: 95 }),
      ];
      assert.ok(low.length * 2 < high.length, `${low.length}, ${high.length}`);
      const exact = await convertFile(photo('tga'), 'jxl', { lossless: true });
      assert.equal(psnr(await decodeFile(photo('tga'), 'tga'), await decode(exact, 'jxl')), Infinity);
    });

    it('follows the profile', async () => {
      const output = await convertFile(image('adobe-rgb.jpg'), 'psd', { profile: 'srgb' });
      assert.doesNotMatch((await inspect(output, 'psd')).profile, /Adobe RGB/);
    });

    it('follows the icon sizes', async () => {
      const output = await convertFile(sample('cat.png'), 'ico', { sizes: [48, 16, 256, 16] });
      const sides = Array.from({ length: output.readUInt16LE(4) }, (_, icon) => output[6 + icon * 16] || 256);
      assert.deepEqual(sides, [16, 48, 256]);
      assert.equal((await inspect(output, 'ico')).frames, 3);
    });
  });
});

/** The output of ImageMagick 6 or 7 for these arguments. */
async function written(format: string, ...args: readonly string[]): Promise<Buffer> {
  const { stdout } = await exec(imageMagick, [...args, `${format}:-`], {
    encoding: 'buffer',
    maxBuffer: 1 << 28,
  });
  return stdout;
}
