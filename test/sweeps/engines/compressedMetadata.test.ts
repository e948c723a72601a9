import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { places, remarks, tagged, tagsOf } from '../../support/service/exiftool.ts';
import { image, sample } from '../../support/service/fixtures.ts';
import { converted, decode, inspect, psnr } from '../../support/service/raster.ts';
import { useService } from '../../support/service/services.ts';

const place = /GPS|Location|City|Berlin/;
/** Some of these files can’t be made smaller. */
const files = {
  'coffee.jpg': sample('coffee.jpg'),
  'optimised.jpg': image('optimised.jpg'),
  'cat.png': sample('cat.png'),
  'optimised.png': image('optimised.png'),
  'rocket.webp': sample('rocket.webp'),
  'alpha.webp': image('alpha.webp'),
  'astronaut.avif': sample('astronaut.avif'),
  'unoptimised.gif': image('unoptimised.gif'),
  'cat-pan.gif': sample('cat-pan.gif'),
};

async function metadataOf(output: Buffer, format: string): Promise<string[]> {
  return [...(await tagsOf(output, format))].map(([name, value]) => `${name}=${value}`);
}

describe('The metadata of a compressed image', () => {
  const service = useService();

  for (const [name, path] of Object.entries(files)) {
    const format = name.split('.')[1] ?? '';

    it(`is complete except for the location if ${name} must leave that out`, async () => {
      const bytes = await tagged(await readFile(path), format, ...remarks, ...places);
      const file = { name, bytes };
      assert.match((await metadataOf(bytes, format)).join(), place);
      const { output } = await service.api.compress(file, { metadata: 'stripLocation' });
      const tags = await metadataOf(output, format);
      assert.deepEqual(
        tags.filter((tag) => place.test(tag)),
        [],
      );
      assert.ok(!output.includes('Berlin') && output.length <= bytes.length);
      // A re-encoded GIF has no metadata.
      if (format !== 'gif') assert.match(tags.join('\n'), /IFD0:Artist=Ada Example[^]*XMP-dc:Title=A walk/);
      assert.ok(psnr(await decode(bytes, format), await decode(output, format)) > 26);
    });

    it(`is empty if ${name} must leave all of it out`, async () => {
      const bytes = await tagged(await readFile(path), format, ...remarks, ...places);
      const { output } = await service.api.compress({ name, bytes }, { metadata: 'stripAll' });
      const tags = (await metadataOf(output, format)).join('\n');
      assert.doesNotMatch(tags, /GPS|Berlin|Ada Example|A walk/);
      assert.ok(!output.includes('Berlin') && output.length <= bytes.length);
      assert.equal((await inspect(output, format)).profile, (await inspect(bytes, format)).profile);
      assert.ok(psnr(await decode(bytes, format), await decode(output, format)) > 26);
    });
  }

  for (const metadata of ['stripLocation', 'stripAll']) {
    it(`keeps the orientation with ${metadata} if the pixels keep theirs`, async () => {
      const turned = ['-n', '-Orientation=6', ...remarks, ...places];
      const bytes = await tagged(await readFile(image('optimised.jpg')), 'jpg', ...turned);
      const { output } = await service.api.compress({ name: 'a.jpg', bytes }, { metadata, lossless: true });
      const [before, after] = [await inspect(bytes, 'jpg'), await inspect(output, 'jpg')];
      assert.deepEqual([after.orientation, after.width], [before.orientation, before.width]);
      assert.ok(!output.includes('Berlin') && output.includes('Ada') === (metadata === 'stripLocation'));
    });
  }

  it('has no location in text chunks by ImageMagick', async () => {
    const bytes = await converted(await readFile(image('located.jpg')), 'jpg', 'png');
    assert.ok(bytes.includes('exif:GPSLatitude'));
    const { output } = await service.api.compress({ name: 'a.png', bytes }, { metadata: 'stripLocation' });
    assert.doesNotMatch((await metadataOf(output, 'png')).join('\n'), /GPS/);
  });
});
