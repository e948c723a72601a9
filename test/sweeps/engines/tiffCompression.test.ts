import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { places, remarks, tagged, tagsOf } from '../../support/service/exiftool.ts';
import { image, sample } from '../../support/service/fixtures.ts';
import { decode, inspect, psnr } from '../../support/service/raster.ts';
import { useService } from '../../support/service/services.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const exec = promisify(execFile);

/** Tags with offsets and compression, which differ in a smaller file. */
const packing =
  /^(?:System|File|ExifTool):|(?:Strip|Tile)(?:Offsets|ByteCounts)|:Compression=|:Predictor=|Offset=|Binary data/;

async function metadataOf(tiff: Buffer): Promise<string[]> {
  return [...(await tagsOf(tiff, 'tiff'))]
    .map(([name, value]) => `${name}=${value}`)
    .filter((tag) => !packing.test(tag));
}

describe('A compressed TIFF', () => {
  const service = useService();
  const folder = useTemporaryFolder();

  it('keeps EXIF, XMP, IPTC, and the location, or leaves them out on request', async () => {
    const bytes = await tagged(
      await readFile(image('adobe-rgb.tiff')),
      'tiff',
      ...remarks,
      ...places,
      '-IPTC:City=Berlin',
    );
    const compressed = async (metadata: string) =>
      metadataOf((await service.api.compress({ name: 'a.tiff', bytes }, { metadata })).output);
    assert.deepEqual(await compressed('keep'), await metadataOf(bytes));
    const placeless = (await compressed('stripLocation')).join('\n');
    assert.doesNotMatch(placeless, /GPS|Berlin/);
    assert.match(placeless, /IFD0:Artist=Ada Example/);
    assert.match(placeless, /XMP-dc:Title=A walk/);
    const bare = (await compressed('stripAll')).join('\n');
    assert.doesNotMatch(bare, /Ada|Berlin|GPS|XMP|IPTC|:DateTime/);
    assert.match(bare, /ProfileDescription/);
  });

  it('keeps its metadata with fewer pixels, in both byte orders', async () => {
    const big = path.join(folder.path, 'big-endian.tiff');
    await exec('tiffcp', ['-B', '-c', 'none', image('three-pages.tiff'), big]);
    const bytes = await tagged(await readFile(big), 'tiff', ...remarks);
    const { output } = await service.api.compress({ name: 'a.tiff', bytes }, { maxWidth: 80 });
    const { width, frames } = await inspect(output, 'tiff');
    assert.deepEqual({ width, frames }, { width: 80, frames: 3 });
    assert.match((await metadataOf(output)).join('\n'), /IFD0:Artist=Ada Example/);
    assert.match((await metadataOf(output)).join('\n'), /ExifIFD:DateTimeOriginal=2026:05:04 10:20:30/);
  });

  it('isn’t made if the file has parts that can’t be moved safely', async () => {
    const bytes = await tagged(await readFile(sample('scan.tiff')), 'tiff', '-DNGVersion=1.4.0.0');
    assert.ok((await service.api.compress({ name: 'a.tiff', bytes })).output.equals(bytes));
  });

  it('is refused if the file is truncated', async () => {
    const whole = await readFile(image('three-pages.tiff'));
    for (const share of [0.01, 0.3, 0.6, 0.95]) {
      const bytes = whole.subarray(0, Math.floor(whole.length * share));
      const { json } = await service.api.submit('/compress', { name: 'a.tiff', bytes });
      const { status, error } = await service.api.ended('compress', json?.id);
      assert.equal(status, 'Failed');
      assert.match(JSON.stringify(error), /conversion\.invalid_input/);
    }
  });

  it('shows the same picture with fewer pixels', async () => {
    const { output } = await service.api.compress(sample('scan.tiff'), { maxWidth: 210 });
    const [before, after] = await Promise.all([
      service.api.convert(sample('scan.tiff'), 'png', { width: 210 }),
      decode(output, 'tiff'),
    ]);
    assert.ok(psnr(await decode(before.output, 'png'), after) > 40);
  });
});
