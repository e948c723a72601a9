import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { built, image, sample } from '../../support/service/fixtures.ts';
import { decode, decodeFile, inspect, psnr } from '../../support/service/raster.ts';
import { ssim } from '../../support/service/ssim.ts';
import { useService } from '../../support/service/services.ts';

function pathsOf(svg: Buffer): string[] {
  return [...svg.toString().matchAll(/\sd="([^"]*)"/g)].map(([, path = '']) =>
    path.replaceAll(/\s+/g, ' ').trim(),
  );
}

describe('A compressed image', () => {
  const service = useService();

  it('is at most three quarters of a photo’s size', async () => {
    const { job, output } = await service.api.compress(sample('coffee.jpg'));
    assert.equal(job['outputBytes'], output.length);
    assert.ok(Number(job['compressionRatio']) > 1.25, String(job['compressionRatio']));
  });

  for (const name of ['cat.png', 'rocket.webp', 'astronaut.avif']) {
    it(`has no visible change from ${name}`, async () => {
      const format = path.extname(name).slice(1);
      const { output } = await service.api.compress(sample(name));
      const likeness = ssim(await decodeFile(sample(name), format), await decode(output, format));
      assert.ok(likeness >= 0.98, likeness.toFixed(4));
    });
  }

  for (const [name, mostBytes] of [
    ['coffee.jpg', 75_000],
    ['trip/launch-site.jpg', 39_000],
    ['trip/night-sky.jpg', 74_000],
    ['balloons.svg', 5_700],
  ] as const) {
    it(`has at most ${mostBytes} bytes for ${name}, with no visible change`, async () => {
      const format = path.extname(name).slice(1);
      const { output } = await service.api.compress(sample(name));
      assert.ok(output.length <= mostBytes, String(output.length));
      const likeness = ssim(await decodeFile(sample(name), format), await decode(output, format));
      assert.ok(likeness >= (format === 'svg' ? 0.995 : 0.98), likeness.toFixed(4));
    });
  }

  it('has no visible change from a photo that is only sampled to find its quality', async () => {
    const bytes = await sharp(sample('coffee.jpg')).resize(1500, 1000).jpeg({ quality: 92 }).toBuffer();
    const { output } = await service.api.compress({ name: 'large.jpg', bytes });
    assert.ok(output.length < bytes.length * 0.9, String(output.length));
    const likeness = ssim(await decode(bytes, 'jpg'), await decode(output, 'jpg'));
    assert.ok(likeness >= 0.98, likeness.toFixed(4));
  });

  for (const name of ['optimised.jpg', 'optimised.png', 'palette.png']) {
    it(`is smaller than ${name}, or the same byte for byte`, async () => {
      const source = await readFile(image(name));
      const { output } = await service.api.compress(image(name));
      assert.ok(output.length < source.length || output.equals(source));
    });
  }

  it('is a lossless PNG on request', async () => {
    const { output } = await service.api.compress(sample('cat.png'), { lossless: true });
    assert.equal(psnr(await decodeFile(sample('cat.png'), 'png'), await decode(output, 'png')), Infinity);
  });

  for (const name of ['optimised.jpg', 'unoptimised.gif', 'animated.webp', 'wide-gamut.png', '16-bit.png']) {
    it(`has the pixels of ${name} if it must be lossless`, async () => {
      const format = path.extname(name).slice(1);
      const { output } = await service.api.compress(image(name), { lossless: true });
      assert.equal(psnr(await decodeFile(image(name), format), await decode(output, format)), Infinity);
      assert.ok(output.length <= (await readFile(image(name))).length);
    });
  }

  it('draws the same paths as an SVG if it must be lossless', async () => {
    const source = await readFile(sample('balloons.svg'));
    const { output } = await service.api.compress(sample('balloons.svg'), { lossless: true });
    assert.ok(output.length < source.length && pathsOf(source).length > 5);
    assert.deepEqual(pathsOf(output), pathsOf(source));
  });

  it('draws the same picture from an SVG in gzip format, in that format', async () => {
    const bytes = gzipSync(await readFile(sample('balloons.svg')));
    const { output } = await service.api.compress({ name: 'balloons.svg', bytes });
    assert.ok(output.length < bytes.length, String(output.length));
    const likeness = ssim(
      await decodeFile(sample('balloons.svg'), 'svg'),
      await decode(gunzipSync(output), 'svg'),
    );
    assert.ok(likeness >= 0.995, likeness.toFixed(4));
  });

  it('keeps the frames and texts of an APNG, or drops the texts on request', async () => {
    const bytes = await readFile(built('redSquares.png'));
    const { output } = await service.api.compress({ name: 'a.png', bytes });
    assert.ok(output.length < bytes.length && output.includes('acTL') && output.includes('fdAT'));
    assert.ok(output.includes('tEXt'));
    const bare = await service.api.compress({ name: 'a.png', bytes }, { metadata: 'stripAll' });
    assert.ok(bare.output.includes('fdAT') && !bare.output.includes('tEXt'));
  });

  it('keeps the color profile, EXIF, and 16 bits', async () => {
    const profile = await inspect((await service.api.compress(image('adobe-rgb.jpg'))).output, 'jpg');
    assert.match(profile.profile, /Adobe RGB/);
    assert.ok((await service.api.compress(image('located.jpg'))).output.includes('Exif'));
    const deep = await inspect((await service.api.compress(image('16-bit.png'))).output, 'png');
    assert.equal(deep.bitsPerSample, 16);
  });

  for (const name of ['trip/launch-site.jpg', 'balloons.png', 'rocket.webp', 'astronaut.avif']) {
    it(`has no EXIF if its source has none: ${name}`, async () => {
      const { output } = await service.api.compress(sample(name));
      assert.doesNotMatch(output.toString('latin1'), /exif/i);
    });
  }

  it('is upright if its source is rotated by EXIF', async () => {
    const { output } = await service.api.compress(image('orientation-6.jpg'));
    const facts = await inspect(output, 'jpg');
    assert.ok(facts.orientation === '6' ? facts.width === 224 : facts.width === 336);
  });

  it('keeps the rules, shapes, and groups of an SVG with media queries or animation', async () => {
    const start =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><!-- a comment that is long enough -->';
    for (const content of [
      '<style>.a{fill:#111}@media (prefers-color-scheme:dark){.a{fill:#eee}}</style><path class="a" d="M4 4h16v16H4z"/>',
      '<g opacity=".5"><rect width="9" height="16"><animate attributeName="height" values="0;16" dur="1s"/></rect></g>',
    ]) {
      const file = { name: 'a.svg', bytes: Buffer.from(`${start}${content}</svg>`) };
      const { output } = await service.api.compress(file);
      assert.ok(output.includes(content), output.toString());
      assert.ok(!output.includes('comment'));
    }
  });

  it('keeps SVG ids that other files use', async () => {
    const bytes = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">  <symbol id="icon"><path d="M0 0h9"/></symbol> <!-- a comment that is long enough --> </svg>',
    );
    const { output } = await service.api.compress({ name: 'sprite.svg', bytes });
    assert.match(output.toString(), /<symbol id="icon">/);
  });

  it('is named like its source, with the format from the path', async () => {
    const answer = await service.api.submit('/compress/jpg', sample('coffee.jpg'));
    const job = await service.api.ended('compress', answer.json?.id);
    assert.deepEqual(job['output'], { fileName: 'coffee.jpg' });
  });
});
