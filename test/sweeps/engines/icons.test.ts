import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type IconFile, iconOptions, iconsOf, iconsWithin } from '../../../src/vscode/web/imageSets.ts';
import { imageMagick } from '../../../tools/referenceDecoders/imagePrograms.ts';
import { image, sample } from '../../support/service/fixtures.ts';
import { decode, inspect, type Raster } from '../../support/service/raster.ts';
import { useService } from '../../support/service/services.ts';

const green = [0, 128, 0];
/** A picture twice as wide as high, filled with solid green. */
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#008000"/></svg>',
);

/** The green part of a picture: left, top, width, and height, in pixels. */
function greenBox({ width, height, rgb }: Raster): number[] {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let at = 0; at < width * height; at += 1) {
    if (!green.every((value, channel) => Math.abs((rgb[3 * at + channel] ?? 0) - value) < 8)) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  return [left, top, right - left, bottom - top];
}

/** The sizes of the squares in an ICO, according to ImageMagick. */
async function sidesOf(ico: Buffer): Promise<string[]> {
  const magick = promisify(execFile)(imageMagick, ['ico:-', '-format', '%wx%h ', 'info:'], {});
  magick.child.stdin?.end(ico);
  return (await magick).stdout.trim().split(' ');
}

describe('Icons', () => {
  const service = useService();

  const drawing = { name: 'logo.svg', bytes: svg };
  const made = async (icon: IconFile, source: string | typeof drawing = drawing): Promise<Buffer> =>
    (await service.api.convert(source, icon.format, iconOptions(icon))).output;

  it('have the whole picture centered in a square, in its proportions', async () => {
    for (const icon of iconsOf.favicon.filter(({ format }) => format === 'png')) {
      const [side = 0] = icon.sides;
      const output = await made(icon);
      const { width, height, corner } = await inspect(output, 'png');
      assert.deepEqual([width, height], [side, side], icon.name);
      const across = side - 2 * (icon.padding ?? 0);
      const expected = [(side - across) / 2, side / 2 - across / 4, across, across / 2];
      const box = greenBox(await decode(output, 'png'));
      // An edge may be blended with its surroundings.
      for (const [at, value] of expected.entries()) {
        assert.ok(
          Math.abs((box[at] ?? 0) - value) <= 2,
          `${icon.name}: ${box.join()} for ${expected.join()}`,
        );
      }
      assert.deepEqual(
        corner,
        icon.background === undefined ? [0, 0, 0, 0] : [255, 255, 255, 255],
        icon.name,
      );
    }
  });

  it('contain the sizes for a browser tab in one file', async () => {
    const [favicon] = iconsOf.favicon;
    assert.ok(favicon);
    assert.deepEqual(await sidesOf(await made(favicon)), ['16x16', '32x32', '48x48']);
    const [small] = iconsWithin(iconsOf.favicon, 40);
    assert.ok(small);
    assert.deepEqual(await sidesOf(await made(small)), ['16x16', '32x32']);
  });

  it('are made from existing PNGs', async () => {
    const output = await made({ name: 'icon', format: 'png', sides: [64] }, sample('cat.png'));
    const { width, height } = await inspect(output, 'png');
    assert.deepEqual([width, height], [64, 64]);
  });
});

describe('A picture redrawn in its own format', () => {
  const service = useService();

  it('has another size and all its frames', async () => {
    const { output } = await service.api.convert(image('animated.webp'), 'webp', { width: 20, padding: 4 });
    const before = await service.api.convert(image('animated.webp'), 'webp');
    const { width, frames } = await inspect(output, 'webp');
    assert.deepEqual([width, frames], [20, (await inspect(before.output, 'webp')).frames]);
  });

  it('needs space within its padding', async () => {
    const options = JSON.stringify({ width: 20, padding: 10 });
    const { json } = await service.api.submit('/convert', sample('cat.png'), {
      targetFormat: 'png',
      options,
    });
    assert.match(JSON.stringify(json), /The option padding: It leaves no room for the image/);
  });
});
