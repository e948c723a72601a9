import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../../support/eventually.ts';
import { decodeFile, inspect, psnr } from '../../support/service/raster.ts';
import { rowCalled } from '../../support/workbench/text.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

const submenu = 'Convert & Compress';

describe('A user who needs pictures for a site', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({ name: 'image-sets' });
  });

  after(() => workbench.close());

  const inFolder = (name: string): string => path.join(workbench.folder, name);
  const widthOf = async (name: string): Promise<number> =>
    (await inspect(await readFile(inFolder(name)), 'webp')).width;

  it('makes a picture in the usual widths of pages, none enlarged, and undoes that in one step', async () => {
    const { explorer, notifications, page, quickInput } = workbench;
    const files = async (): Promise<string[]> => (await readdir(workbench.folder)).toSorted();
    await writeFile(inFolder('cat-451.webp'), 'mine');
    const before = await files();
    await explorer.choose(['balloons.svg', 'cat.png', 'coffee.jpg'], submenu, 'Convert To…');
    await quickInput.rows.first().waitFor();
    // Sets of pictures come after the formats, because most users want a format.
    await quickInput.type('responsive');
    await rowCalled(quickInput.rows, 'Responsive widths').waitFor();
    await workbench.screenshot('image-sets');
    await quickInput.choose('Responsive widths');
    const message =
      /^Converted 7 files(?:, \d+% smaller in total)?\. Skipped larger widths to avoid upscaling: /;
    const summary = await notifications.read(message);
    // Clicks immediately, since messages time out.
    await notifications.click(message, 'Copy srcset');
    assert.deepEqual([...summary.matchAll(/\w+\.\w+(?=[ ,.])/g)].flat().toSorted(), [
      'cat.png',
      'coffee.jpg',
    ]);
    const widths = {
      'balloons-480.webp': 480,
      'balloons-960.webp': 960,
      'balloons-1440.webp': 1440,
      'balloons-1920.webp': 1920,
      'cat-451 (1).webp': 451,
      'coffee-480.webp': 480,
      'coffee-600.webp': 600,
    };
    assert.deepEqual(await files(), [...before, ...Object.keys(widths)].toSorted());
    for (const [name, width] of Object.entries(widths)) assert.equal(await widthOf(name), width);
    const photo = await decodeFile(inFolder('coffee.jpg'), 'jpg');
    assert.ok(psnr(await decodeFile(inFolder('coffee-600.webp'), 'webp'), photo) > 30);
    assert.equal(await readFile(inFolder('cat-451.webp'), 'utf8'), 'mine');

    const copied = await eventually(
      () => page.evaluate(() => navigator.clipboard.readText()),
      (text) => text.includes('srcset'),
    );
    assert.equal(
      copied.split('\n').find((line) => line.includes('coffee')),
      '<img srcset="coffee-480.webp 480w, coffee-600.webp 600w" sizes="(max-width: 600px) 100vw, 600px"' +
        ' src="coffee-600.webp" alt="coffee" width="600" height="400">',
    );
    assert.equal(copied.split('\n').length, 3);
    await workbench.runCommand('File Utility Network: Undo Last Conversion or Compression');
    await notifications.answer('Undo');
    await notifications.read('7 results removed.');
    assert.deepEqual(await files(), before);

    await explorer.select('balloons.png');
    await page.keyboard.press('Control+Alt+Shift+R');
    await notifications.read(/^Saved balloons-480\.webp, \d+% smaller\. Skipped larger widths/);
  });

  it('makes the icons of a site with their manifest, in new folders, and undoes that in one step', async () => {
    const { explorer, notifications, page, quickInput } = workbench;
    const files = async (): Promise<string[]> =>
      (await readdir(workbench.folder, { recursive: true })).toSorted();
    await mkdir(inFolder('cat-favicon'));
    const before = await files();
    await explorer.choose(['balloons.svg', 'cat.png'], submenu, 'Convert To…');
    await quickInput.rows.first().waitFor();
    await quickInput.type('favicon');
    await rowCalled(quickInput.rows, 'Favicon set').waitFor();
    await workbench.screenshot('icon-sets');
    await quickInput.choose('Favicon set');
    // An ICO file can't contain the metadata of cat.png.
    const message =
      /^Converted 9 files(?:, \d+% smaller in total)?\. 1 file lost metadata\. The icons are in /;
    const summary = await notifications.read(message);
    assert.match(summary, /Skipped larger icons to avoid upscaling: cat\.png\.$/);
    await workbench.screenshot('icon-set');
    const sides = { 'apple-touch-icon': 180, 'icon-192': 192, 'icon-512': 512, 'icon-maskable-512': 512 };
    const icons = Object.keys(sides).map((name) => `${name}.png`);
    const site = [...icons, 'favicon.ico', 'site.webmanifest'];
    const drawn = [...site, 'icon.svg'].map((name) => `balloons-favicon/${name}`);
    const small = site.filter((name) => name !== 'icon-512.png').map((name) => `cat-favicon (1)/${name}`);
    const made = ['balloons-favicon', 'cat-favicon (1)', ...drawn, ...small];
    assert.deepEqual(await files(), [...before, ...made].toSorted());
    for (const [name, side] of Object.entries(sides)) {
      const { width, height } = await inspect(
        await readFile(inFolder(`balloons-favicon/${name}.png`)),
        'png',
      );
      assert.deepEqual([width, height], [side, side], name);
    }
    const drawing = await readFile(inFolder('balloons.svg'), 'utf8');
    assert.equal(await readFile(inFolder('balloons-favicon/icon.svg'), 'utf8'), drawing);
    const manifest = await readFile(inFolder('cat-favicon (1)/site.webmanifest'), 'utf8');
    assert.deepEqual([...manifest.matchAll(/[\w-]+\.png/g)].flat(), [
      'icon-192.png',
      'icon-maskable-512.png',
    ]);

    await notifications.click(message, 'Copy Links');
    const copied = await eventually(
      () => page.evaluate(() => navigator.clipboard.readText()),
      (text) => text.includes('<link'),
    );
    assert.deepEqual(copied.split('\n').slice(0, 4), [
      '<link rel="icon" href="balloons-favicon/favicon.ico" sizes="32x32">',
      '<link rel="icon" href="balloons-favicon/icon.svg" type="image/svg+xml">',
      '<link rel="apple-touch-icon" href="balloons-favicon/apple-touch-icon.png">',
      '<link rel="manifest" href="balloons-favicon/site.webmanifest">',
    ]);
    await workbench.runCommand('File Utility Network: Undo Last Conversion or Compression');
    await notifications.answer('Undo');
    await notifications.read('12 results removed.');
    assert.deepEqual(await files(), before);
  });
});
