import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { decodedFile } from '../../support/service/decodedImage.ts';
import { rowCalled } from '../../support/workbench/text.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

describe('A user who needs pictures for a site', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({ name: 'image-sets' });
  });

  after(() => workbench?.close());

  const files = async (): Promise<string[]> =>
    (await readdir(workbench.folder, { recursive: true })).toSorted();
  const undo = async (message: string): Promise<void> => {
    await workbench.runCommand('File Utility Network: Undo Last Conversion or Compression');
    await workbench.notifications.answer('Undo');
    await workbench.notifications.read(message);
  };
  /** Picks a set of pictures, which comes after the formats, because most users want a format. */
  const makeSet = async (names: readonly [string, ...string[]], set: string): Promise<void> => {
    await workbench.choose(names, 'Convert To…');
    await workbench.quickInput.read();
    await workbench.quickInput.type(set);
    await rowCalled(workbench.quickInput.rows, set).click();
  };

  it('makes a picture in the usual widths of pages, none enlarged, and undoes that in one step', async () => {
    await writeFile(workbench.file('cat-451.webp'), 'mine');
    const before = await files();
    await makeSet(['cat.png', 'coffee.jpg'], 'Responsive widths');
    const message = /^Converted 3 files.*\. Skipped larger widths to avoid upscaling: /;
    await workbench.notifications.click(message, 'Copy srcset');
    const made = ['cat-451 (1).webp', 'coffee-480.webp', 'coffee-600.webp'];
    assert.deepEqual(await files(), [...before, ...made].toSorted());
    for (const name of made) {
      assert.equal((await decodedFile(workbench.file(name))).width, Number(/-(\d+)/.exec(name)?.[1]));
    }
    await workbench.copied(
      '<img srcset="coffee-480.webp 480w, coffee-600.webp 600w" sizes="(max-width: 600px) 100vw, 600px"' +
        ' src="coffee-600.webp" alt="coffee" width="600" height="400">',
    );
    await undo('3 results removed.');
    assert.deepEqual(await files(), before);
  });

  it('makes the icons of a site with their manifest, in a new folder, and undoes that in one step', async () => {
    const before = await files();
    await makeSet(['balloons.svg'], 'Favicon set');
    const message = /^Converted \d+ files.*The icons are in /;
    await workbench.notifications.click(message, 'Copy Links');
    const sides = { 'apple-touch-icon': 180, 'icon-192': 192, 'icon-512': 512, 'icon-maskable-512': 512 };
    const icons = [...Object.keys(sides).map((name) => `${name}.png`), 'favicon.ico', 'icon.svg'];
    const made = [...icons, 'site.webmanifest'].map((name) => `balloons-favicon/${name}`);
    assert.deepEqual(await files(), [...before, 'balloons-favicon', ...made].toSorted());
    for (const [name, side] of Object.entries(sides)) {
      const { width, height } = await decodedFile(workbench.file(`balloons-favicon/${name}.png`));
      assert.deepEqual([width, height], [side, side], name);
    }
    await workbench.copied('<link rel="manifest" href="balloons-favicon/site.webmanifest">');
    await undo('7 results removed.');
    assert.deepEqual(await files(), before);
  });
});
