import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { uint32 } from '../../../src/engines/lib/bigEndian.ts';
import { pngChunk, withChunksInFront } from '../../../src/engines/lib/pngChunks.ts';
import { StandaloneService } from '../../support/service/standalone.ts';
import { launchBrowser } from '../../support/vscode/page.ts';

const size = { width: 64, height: 16 };
/** The gamma of old Macs, and the primaries of Display P3. */
const [macGamma, displayP3] = [
  pngChunk('gAMA', uint32(55_556)),
  pngChunk('cHRM', uint32(31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000)),
];
const maxDifference = 6;

/** A picture with four colored squares. */
async function source(): Promise<Buffer> {
  const colors = Buffer.from('808080c86450508c5a506ea0', 'hex');
  const image = sharp(colors, { raw: { width: 4, height: 1, channels: 3 } });
  const plain = await image
    .resize({ ...size, kernel: 'nearest', fit: 'fill' })
    .png()
    .toBuffer();
  return withChunksInFront(plain, Buffer.concat([macGamma, displayP3]));
}

describe('A PNG with gamma and primaries but no profile', () => {
  let service: StandaloneService;
  let browser: Browser;
  let page: Page;
  let name: string;
  let bytes: Buffer;

  before(async () => {
    [service, browser] = await Promise.all([StandaloneService.start(), launchBrowser()]);
    page = await browser.newPage({ viewport: size });
    [name, bytes] = ['a.png', await source()];
  });
  after(() => Promise.all([service.stop(), browser.close()]));

  /** The colors of the squares in the browser. */
  async function shown(file: Buffer, type: string): Promise<Buffer> {
    const address = `data:image/${type};base64,${file.toString('base64')}`;
    await page.setContent(`<img src="${address}" style="position:fixed;inset:0">`);
    await page.evaluate(async () => document.images[0]?.decode());
    const pixels = await sharp(await page.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer();
    const squares = [8, 24, 40, 56].map((x) => (8 * size.width + x) * 3);
    return Buffer.concat(squares.map((at) => pixels.subarray(at, at + 3)));
  }

  async function assertLikeSource(output: Buffer, type: string): Promise<void> {
    const [before, after] = [await shown(bytes, 'png'), await shown(output, type)];
    const differences = before.map((value, at) => Math.abs(value - (after[at] ?? 0)));
    assert.ok(
      Math.max(...differences) <= maxDifference,
      `${after.toString('hex')}, not ${before.toString('hex')}`,
    );
  }

  for (const [to, type] of [
    ['jpg', 'jpeg'],
    ['webp', 'webp'],
    ['avif', 'avif'],
    ['png', 'png'],
    ['apng', 'png'],
    ['gif', 'gif'],
    ['bmp', 'bmp'],
  ] as const) {
    it(`looks the same in a browser as ${to}`, async () => {
      const options = to === 'png' ? { height: 16 } : {};
      const { output } = await service.api.convert({ name, bytes }, to, options);
      await assertLikeSource(output, type);
    });
  }

  it('looks the same if it is compressed', async () => {
    const { output } = await service.api.compress({ name, bytes }, { quality: 80 });
    await assertLikeSource(output, 'png');
  });

  it('has a color profile in a PDF', async () => {
    const { output } = await service.api.convert({ name, bytes }, 'pdf');
    assert.ok(output.includes('/ICCBased'));
  });
});
