import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { places, remarks, tagged, tagsOf } from '../../support/service/exiftool.ts';
import { image, photo } from '../../support/service/fixtures.ts';
import { decode, inspect, psnr } from '../../support/service/raster.ts';
import { useService } from '../../support/service/services.ts';

/** Formats whose EXIF and XMP are read, with their targets. */
const pairs = [
  ['jpg', ['png', 'webp', 'avif', 'tiff', 'jxl']],
  ['png', ['jpg', 'webp', 'tiff']],
  ['webp', ['jpg', 'avif']],
  ['avif', ['jpg', 'png']],
  ['heic', ['jpg', 'webp', 'avif']],
  ['jxl', ['jpg', 'png']],
] as const;

describe('A converted image’s metadata', () => {
  const service = useService();

  const sources = new Map<string, Promise<Buffer>>();
  const source = async (from: string): Promise<Buffer> => {
    const made =
      sources.get(from) ?? readFile(photo(from)).then((plain) => tagged(plain, from, ...remarks, ...places));
    sources.set(from, made);
    return made;
  };

  async function tags(from: string, to: string, options: object): Promise<[Buffer, string[], string]> {
    const file = { name: `a.${from}`, bytes: await source(from) };
    const { output } = await service.api.convert(file, to, options);
    const all = [...(await tagsOf(output, to))].map(([name, value]) => `${name}=${value}`);
    return [output, all.filter((tag) => /GPS|Location|City|Berlin/.test(tag)), all.join('\n')];
  }

  for (const [from, targets] of pairs) {
    for (const to of targets) {
      it(`is complete except for the location from ${from} to ${to} on request`, async () => {
        const [before, , kept] = await tags(from, to, {});
        const [after, where, listing] = await tags(from, to, { metadata: 'stripLocation' });
        assert.deepEqual(where, []);
        assert.ok(!after.includes('Berlin'));
        // A TIFF keeps no EXIF, as its conversions declare.
        if (to !== 'tiff') assert.match(listing, /Artist=Ada Example/i);
        for (const tag of [
          'IFD0:Artist',
          'IFD0:Make',
          'ExifIFD:DateTimeOriginal',
          'XMP-dc:Title',
          'XMP-xmp:Rating',
        ]) {
          assert.equal(listing.includes(tag), kept.includes(tag), `${tag}\n${listing}`);
        }
        assert.ok(psnr(await decode(before, to), await decode(after, to)) > 60);
      });
    }
  }

  it('is kept unless something else is requested', async () => {
    for (const options of [{}, { metadata: 'keep' }]) {
      const [, where, listing] = await tags('jpg', 'webp', options);
      assert.match(where.join(), /GPSLatitude.*City=Berlin/s);
      assert.match(listing, /IFD0:Artist=Ada Example/);
    }
  });

  it('is removed on request', async () => {
    for (const [from, to] of [
      ['jpg', 'webp'],
      ['heic', 'jpg'],
      ['jxl', 'png'],
    ] as const) {
      const [output, where, listing] = await tags(from, to, { metadata: 'stripAll' });
      assert.deepEqual(where, []);
      assert.doesNotMatch(listing, /Ada Example|A walk|DateTimeOriginal/);
      assert.ok(!output.includes('Ada Example'));
    }
  });

  it('has the profile under each policy, unless sRGB is requested', async () => {
    const bytes = await tagged(await readFile(image('adobe-rgb.jpg')), 'jpg', ...remarks, ...places);
    for (const metadata of ['keep', 'stripLocation', 'stripAll']) {
      for (const [to, profile] of [
        ['png', /Adobe RGB/],
        ['webp', /Adobe RGB/],
      ] as const) {
        const { output } = await service.api.convert({ name: 'a.jpg', bytes }, to, { metadata });
        assert.match((await inspect(output, to)).profile, profile, `${metadata} ${to}`);
        const options = { metadata, profile: 'srgb' };
        const { output: srgb } = await service.api.convert({ name: 'a.jpg', bytes }, to, options);
        assert.doesNotMatch((await inspect(srgb, to)).profile, profile, `${metadata} ${to}`);
      }
    }
  });
});
