import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { unzipSync, zipSync } from 'fflate';
import sharp from 'sharp';
import { candidatesFor } from '../../../src/engines/images/encodingCandidates.ts';
import { pixelsToHalveAgain, replacePixels } from '../../../src/engines/images/halvedColors.ts';
import { similarity } from '../../../src/engines/images/similarity.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import { document, sample } from '../../support/service/fixtures.ts';
import { pageOf } from '../../support/service/pdfBuilder.ts';
import { extractedPictures } from '../../support/service/pdfFacts.ts';
import { decode } from '../../support/service/raster.ts';
import { useService } from '../../support/service/services.ts';

/** The minimum similarity of compressed images, and the side and distance of the tiles that the search looks at. */
const least = 0.982;
const tile = 32;
const distance = 3 * tile;

/** A smooth picture, but for noise in the tiles that the search looks at. */
async function misleadingJpeg(): Promise<Buffer> {
  const side = 5 * distance + tile;
  const random = seededRandom('noise');
  const pixels = Buffer.alloc(side * side * 3);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const isNoisy = x % distance < tile && y % distance < tile;
      pixels.fill(isNoisy ? 96 + 64 * random() : (x + y) / 4, (y * side + x) * 3, (y * side + x + 1) * 3);
    }
  }
  const raw = { width: side, height: side, channels: 3 } as const;
  return sharp(pixels, { raw }).jpeg({ quality: 98, chromaSubsampling: '4:2:0' }).toBuffer();
}

/** The size of the first candidate that is similar enough. */
async function bytesByTryingAll(jpeg: Buffer): Promise<number | undefined> {
  const metadata = await sharp(jpeg).metadata();
  const open = () => (metadata.exif ? sharp(jpeg).keepMetadata() : sharp(jpeg).keepIccProfile());
  const pixels = await pixelsToHalveAgain(open, metadata);
  for (const list of candidatesFor('jpg', metadata, false)) {
    for (const { encode } of list) {
      const output = await encode(pixels ? replacePixels(open(), pixels) : open()).toBuffer();
      if ((await similarity(jpeg, output)) >= least) return output.length;
    }
  }
  return undefined;
}

/** Red lines of two pixels on light gray, with halved colors. */
async function redLines({
  width,
  height,
  orientation = 1,
}: {
  width: number;
  height: number;
  orientation?: number;
}): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3, 224);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    if (x % 16 < 2 || y % 32 < 2) pixels.set([200, 60, 60], at * 3);
  }
  const raw = { width, height, channels: 3 } as const;
  return sharp(pixels, { raw })
    .withMetadata({ orientation })
    .jpeg({ quality: 98, chromaSubsampling: '4:2:0' })
    .toBuffer();
}

/** How much the redness of a JPEG's pixels varies. Lines that turn pale vary by a fifth less. */
async function redness(jpeg: Buffer): Promise<number> {
  const { rgb } = await decode(jpeg, 'jpg');
  let [sum, squares] = [0, 0];
  for (let at = 0; at < rgb.length; at += 3) {
    const red = (rgb[at] ?? 0) - (rgb[at + 1] ?? 0);
    sum += red;
    squares += red ** 2;
  }
  const count = rgb.length / 3;
  return Math.sqrt(squares / count - (sum / count) ** 2);
}

async function assertSameRedness(source: Buffer, output: Buffer): Promise<void> {
  const [before, after] = [await redness(source), await redness(output)];
  assert.ok(Math.abs(after / before - 1) < 0.05, `${after} instead of ${before}`);
}

describe('A compressed JPEG', () => {
  const service = useService();

  for (const [name, read] of [
    ['a photo', async () => readFile(sample('coffee.jpg'))],
    [
      'a photo that looks better where the search looks',
      async () => readFile(sample('trip/launch-site.jpg')),
    ],
    ['a photo of the night', async () => readFile(sample('trip/night-sky.jpg'))],
    ['a picture that looks worse where the search looks', misleadingJpeg],
  ] as const) {
    it(`is as small as by trying every quality: ${name}`, async () => {
      const bytes = await read();
      const { output } = await service.api.compress({ name: 'picture.jpg', bytes });
      assert.equal(output.length, await bytesByTryingAll(bytes));
    });
  }

  for (const [name, options, stored] of [
    ['with an even size', {}, { width: 320, height: 240 }],
    ['with an odd size', {}, { width: 321, height: 239 }],
    ['with a requested quality', { quality: 90 }, { width: 320, height: 240 }],
    ['that is shown rotated', {}, { width: 320, height: 240, orientation: 6 }],
  ] as const) {
    it(`keeps thin lines red if colors are stored in half the size: ${name}`, async () => {
      const bytes = await redLines(stored);
      const { output } = await service.api.compress({ name: 'lines.jpg', bytes }, options);
      assert.ok(output.length < bytes.length);
      await assertSameRedness(bytes, output);
    });
  }

  it('stays as stored in a document, whose readers may ignore its orientation', async () => {
    const files = unzipSync(await readFile(document('pictures.docx')));
    const name = Object.keys(files).find((each) => each.endsWith('.jpeg') || each.endsWith('.jpg')) ?? '';
    const turned = await redLines({ width: 320, height: 240, orientation: 6 });
    const bytes = zipSync({ ...files, [name]: turned });
    const { output } = await service.api.compress({ name: 'lines.docx', bytes: Buffer.from(bytes) });
    const picture = unzipSync(output)[name] ?? new Uint8Array();
    assert.ok(picture.length < turned.length);
    const { width, height, orientation } = await sharp(picture).metadata();
    assert.deepEqual([width, height, orientation], [320, 240, 6]);
  });

  it('keeps thin lines red in a PDF', async () => {
    const stream = await redLines({ width: 320, height: 240 });
    const dictionary =
      '/Type /XObject /Subtype /Image /Width 320 /Height 240 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode';
    const page = '/Resources << /XObject << /p0 5 0 R >> >>';
    const bytes = pageOf('q 200 0 0 150 0 0 cm /p0 Do Q', { page, extra: [{ dictionary, stream }] });
    const { output } = await service.api.compress({ name: 'lines.pdf', bytes }, { quality: 90 });
    const [picture = Buffer.alloc(0)] = await extractedPictures(output);
    assert.ok(picture.length < stream.length);
    await assertSameRedness(stream, picture);
  });
});
