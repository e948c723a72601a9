import assert from 'node:assert/strict';
import sharp from 'sharp';
import { fault } from '../../../../../src/contract/fault.ts';
import { convertAnimatedPng } from '../../../../../src/engines/images/animation/apng.ts';
import { uint32 } from '../../../../../src/engines/lib/bigEndian.ts';
import { chunksOf, dataOfChunks, pngChunk, pngSignature } from '../../../../../src/engines/lib/pngChunks.ts';

const side = 8;
const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>';

async function chunksOfStill(step: number) {
  const samples = Uint16Array.from({ length: side * side * 3 }, (_, index) => index * step);
  const image = sharp(samples, { raw: { width: side, height: side, channels: 3 } }).toColorspace('rgb16');
  const tagged = image
    .withExif({ IFD0: { Artist: 'Ada' } })
    .withXmp(xmp)
    .withIccProfile('p3');
  return [...chunksOf(await tagged.png().toBuffer())];
}

function control(number: number): Buffer {
  return pngChunk('fcTL', Buffer.concat([uint32(number, side, side, 0, 0), Buffer.of(0, 1, 0, 10, 0, 0)]));
}

/** Two frames with 16 bits per channel in Display P3, with metadata. */
async function deepPng(): Promise<Buffer> {
  const [chunks, others] = [await chunksOfStill(331), await chunksOfStill(217)];
  return Buffer.concat([
    pngSignature,
    ...chunks.filter(({ name }) => name !== 'IDAT' && name !== 'IEND').map(({ bytes }) => bytes),
    pngChunk('acTL', uint32(2, 0)),
    control(0),
    pngChunk('IDAT', dataOfChunks(chunks, 'IDAT')),
    control(1),
    pngChunk('fdAT', Buffer.concat([uint32(2), dataOfChunks(others, 'IDAT')])),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The samples in 8 bits, without applying the color profile. */
async function colors(file: Uint8Array | undefined): Promise<Buffer> {
  return sharp(file, { ignoreIcc: true }).toColorspace('srgb').removeAlpha().raw().toBuffer();
}

/** The samples in 16 bits, without applying the color profile. */
async function levels(file: Uint8Array | undefined): Promise<Buffer> {
  const image = sharp(file, { ignoreIcc: true }).toColorspace('rgb16').removeAlpha();
  return image.raw({ depth: 'ushort' }).toBuffer();
}

describe('An animated PNG', () => {
  it('becomes frames with the file’s timing, in the colors of its profile', async () => {
    const png = await deepPng();
    const webp = await convertAnimatedPng(png, 'webp');
    const { pages, icc, exif, xmp: tagged } = await sharp(webp, { animated: true }).metadata();
    assert.equal(pages, 2);
    assert.deepEqual(icc, (await sharp(png).metadata()).icc);
    assert.match(String(exif), /Ada/);
    assert.equal(String(tagged), xmp);
    assert.deepEqual(await colors(webp), await colors(png));
  });

  it('is still if its chunks are out of order, and damaged if it is truncated', async () => {
    const png = await deepPng();
    const at = png.lastIndexOf('fcTL');
    const renumbered = Buffer.from(png);
    renumbered.writeUInt32BE(7, at + 4);
    assert.equal(await convertAnimatedPng(renumbered, 'webp'), undefined);
    const second = pngChunk('acTL', uint32(2, 0));
    const start = png.indexOf('acTL') - 4;
    const twice = Buffer.concat([png.subarray(0, start), second, png.subarray(start)]);
    assert.equal(await convertAnimatedPng(twice, 'webp'), undefined);
    await assert.rejects(convertAnimatedPng(png.subarray(0, at - 4), 'webp'), {
      fault: fault('damaged.image'),
    });
  });

  it('becomes pages as deep as its frames if the target allows', async () => {
    const png = await deepPng();
    const tiff = await convertAnimatedPng(png, 'tiff');
    const { pages, depth, icc } = await sharp(tiff).metadata();
    assert.deepEqual({ pages, depth }, { pages: 2, depth: 'ushort' });
    assert.deepEqual(icc, (await sharp(png).metadata()).icc);
    assert.deepEqual(await levels(tiff), await levels(png));
  });
});
