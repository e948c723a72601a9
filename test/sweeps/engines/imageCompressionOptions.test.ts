import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { imageMagick } from '../../../tools/referenceDecoders/imagePrograms.ts';
import { tagged } from '../../support/service/exiftool.ts';
import { image, sample } from '../../support/service/fixtures.ts';
import { decode, decodeFile, inspect, psnr } from '../../support/service/raster.ts';
import { ssim } from '../../support/service/ssim.ts';
import { useService } from '../../support/service/services.ts';

/** Files with size limits. Some limits require fewer pixels, and others only a lower quality. */
const limits = {
  'coffee.jpg': [sample('coffee.jpg'), 20],
  'cat.png': [sample('cat.png'), 60],
  'rocket.webp': [sample('rocket.webp'), 10],
  'astronaut.avif': [sample('astronaut.avif'), 5],
  'cat-pan.gif': [sample('cat-pan.gif'), 20],
  'animated.webp': [image('animated.webp'), 5],
  'animated.apng': [image('animated.apng'), 15],
  '16-bit.png': [image('16-bit.png'), 10],
  'three-pages.tiff': [image('three-pages.tiff'), 50],
  'adobe-rgb.tiff': [image('adobe-rgb.tiff'), 30],
} as const;

const formatOf = (file: string): string => path.extname(file).slice(1);

describe('A compressed image with options', () => {
  const service = useService();

  const refusal = async (
    file: string | { name: string; bytes: Buffer },
    options: object,
  ): Promise<string> => {
    const { json } = await service.api.submit('/compress', file, { options: JSON.stringify(options) });
    if (json?.id === undefined) return JSON.stringify(json);
    return JSON.stringify((await service.api.ended('compress', json.id))['error']);
  };

  for (const [name, [file, maxKilobytes]] of Object.entries(limits)) {
    it(`has at most ${maxKilobytes} kB for ${name}, and all its frames`, async () => {
      const [before, format] = [await inspect(await readFile(file), formatOf(file)), formatOf(file)];
      const { output } = await service.api.compress(file, { maxKilobytes });
      const after = await inspect(output, format);
      assert.ok(output.length <= maxKilobytes * 1000, `${output.length} bytes`);
      assert.ok(output.length > maxKilobytes * 400, `${output.length} bytes are far too few`);
      assert.deepEqual([after.format, after.frames], [before.format, before.frames]);
      assert.ok(Math.abs(after.width / after.height - before.width / before.height) < 0.1);
    });

    it(`fits ${name} within a size`, async () => {
      const before = await inspect(await readFile(file), formatOf(file));
      const [maxWidth, maxHeight] = [before.width - 10, Math.floor(before.height / 2)];
      const { output } = await service.api.compress(file, { maxWidth, maxHeight });
      const after = await inspect(output, formatOf(file));
      assert.equal(after.height, maxHeight);
      assert.ok(after.width <= maxWidth);
      assert.equal(after.frames, before.frames);
    });
  }

  it('isn’t enlarged, and is unchanged by a limit it already meets', async () => {
    const plain = await service.api.compress(sample('coffee.jpg'));
    const limited = await service.api.compress(sample('coffee.jpg'), { maxWidth: 4000, maxKilobytes: 500 });
    assert.ok(limited.output.equals(plain.output));
  });

  it('applies its limits to the upright picture', async () => {
    const { output } = await service.api.compress(image('orientation-6.jpg'), { maxWidth: 112 });
    const { width, height, orientation } = await inspect(output, 'jpg');
    assert.deepEqual(orientation === '6' ? [height, width] : [width, height], [112, 75]);
  });

  it('looks better at a higher quality, with more bytes', async () => {
    const source = await decodeFile(sample('coffee.jpg'), 'jpg');
    const [bad, good] = await Promise.all(
      [20, 90].map(async (quality) => (await service.api.compress(sample('coffee.jpg'), { quality })).output),
    );
    assert.ok(bad && good && bad.length < good.length);
    assert.ok(ssim(source, await decode(bad, 'jpg')) < ssim(source, await decode(good, 'jpg')));
  });

  it('isn’t made if the saving is below the minimum', async () => {
    const source = await readFile(sample('coffee.jpg'));
    assert.ok((await service.api.compress(sample('coffee.jpg'), { leastSaving: 60 })).output.equals(source));
    const { output } = await service.api.compress(sample('coffee.jpg'), { leastSaving: 20 });
    assert.ok(output.length < source.length * 0.8);
  });

  it('is made in spite of the minimum if its source exceeds the size limit', async () => {
    const options = { leastSaving: 99, maxKilobytes: 120 };
    const { output } = await service.api.compress(sample('coffee.jpg'), options);
    assert.ok(output.length <= 120_000);
  });

  it('fails if the size limit can’t be reached, and reports the smallest size', async () => {
    const said = await refusal(sample('cat.png'), { lossless: true, maxKilobytes: 20 });
    assert.match(
      said,
      /conversion\.size_not_met.*The smallest size that could be reached is \d+ kB, which is more than 20 kB\./,
    );
  });

  it('fails if fewer pixels would take more bytes', async () => {
    const pattern = ['-size', '400x400', 'pattern:gray50', 'png:-'];
    const { stdout: bytes } = await promisify(execFile)(imageMagick, pattern, { encoding: 'buffer' });
    const said = await refusal({ name: 'a.png', bytes }, { maxWidth: 399 });
    assert.match(said, /conversion\.size_not_met.*Even with fewer pixels, the file would be \d+ kB/);
  });

  it('keeps its metadata with fewer pixels, or drops it on request', async () => {
    for (const [metadata, isThere] of [
      ['keep', true],
      ['stripAll', false],
    ] as const) {
      const bytes = await tagged(await readFile(sample('coffee.jpg')), 'jpg', '-EXIF:Artist=Ada Example');
      const options = { maxWidth: 100, metadata };
      const { output } = await service.api.compress({ name: 'a.jpg', bytes }, options);
      assert.equal(output.includes('Ada Example'), isThere);
    }
  });

  it('is lossless within the size limit', async () => {
    const { output } = await service.api.compress(sample('cat.png'), { lossless: true, maxKilobytes: 230 });
    assert.equal(psnr(await decodeFile(sample('cat.png'), 'png'), await decode(output, 'png')), Infinity);
  });

  for (const [options, reason] of [
    [{ lossless: true, quality: 50 }, /The option quality: It can’t be combined with lossless/],
    [{ lossless: true, maxWidth: 50 }, /The option maxWidth: It can’t be combined with lossless/],
    [{ quality: 0 }, /quality/],
    [{ maxKilobytes: 0 }, /maxKilobytes/],
    [{ maxKilobytes: 1.5 }, /maxKilobytes/],
    [{ maxKilobytes: '9' }, /maxKilobytes/],
    [{ maxWidth: -1 }, /maxWidth/],
    [{ maxHeight: 1e9 }, /maxHeight/],
    [{ leastSaving: 100 }, /leastSaving/],
    [{ bitRate: 128 }, /bitRate/],
    [{ __proto__: { quality: 1 }, constructor: 1 }, /constructor/],
  ] as const) {
    it(`refuses ${JSON.stringify(options)}`, async () => {
      assert.match(await refusal(sample('coffee.jpg'), options), reason);
    });
  }

  it('refuses a quality for a TIFF, whose pixels stay', async () => {
    assert.match(await refusal(sample('scan.tiff'), { quality: 50 }), /quality/);
  });
});
