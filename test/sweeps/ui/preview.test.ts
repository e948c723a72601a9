import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { webviews } from '../../../src/manifest.ts';
import { image, photo } from '../../support/service/fixtures.ts';
import { untrusted } from '../../support/vscode/settings.ts';
import { PictureTab } from '../../support/workbench/pictureTab.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

const markup = '<img src=x onerror=alert(1)>';
const hostileName = `${markup}.heic`;
const eps = '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 100 50\n0 0 50 50 rectfill\nshowpage\n%%EOF\n';

describe('A user of the preview in Restricted Mode', () => {
  let workbench: Workbench;
  let tab: PictureTab;

  before(async () => {
    const heic = await readFile(photo('heic'));
    const described = sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } });
    const files = {
      'photo.heic': heic,
      'three.tif': await readFile(image('three-pages.tiff')),
      'drawing.eps': Buffer.from(eps),
      'disguised.heic': Buffer.from(eps),
      'changing.jp2': await readFile(photo('jp2')),
      'described.tif': await described
        .withExif({ IFD0: { ImageDescription: markup } })
        .tiff()
        .toBuffer(),
      [hostileName]: heic,
    };
    const patterns = ['*.jp2', '*.tif', '*.eps', 'disguised.heic', '<*.heic'];
    workbench = await Workbench.open({
      name: 'preview',
      files,
      settings: {
        ...untrusted,
        'workbench.editorAssociations': Object.fromEntries(
          patterns.map((pattern) => [pattern, webviews.preview]),
        ),
      },
    });
    tab = new PictureTab(workbench.page);
  });

  after(() => workbench?.close());

  const open = async (name: string): Promise<void> => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.explorer.show();
    await workbench.explorer.row(name).dblclick();
    await tab.tab(name).waitFor();
  };

  it('opens a photo on request that VS Code can’t show', async () => {
    await workbench.explorer.choose(['photo.heic'], 'Open With...');
    await workbench.quickInput.choose('Picture Preview');
    assert.equal((await tab.pictures(1))[0]?.name, 'photo.heic');
    assert.deepEqual(await tab.violations(), []);
  });

  it('turns the pages of a TIFF by key and button', async () => {
    await open('three.tif');
    await tab.isAt('Page 1 of 3');
    await tab.frame.locator('body').press('PageDown');
    await tab.isAt('Page 2 of 3');
    await tab.button('Next Page').click();
    await tab.isAt('Page 3 of 3');
    await tab.frame.locator('body').press('PageUp');
    await tab.isAt('Page 2 of 3');
    await tab.pictures(1);
  });

  it('has no program run on a file that the workspace opens in the preview', async () => {
    await open('drawing.eps');
    await tab.says(/^Showing this file requires Ghostscript, which only runs in trusted workspaces\.$/);
    assert.equal(await tab.frame.locator('button.action:visible').count(), 0);
    await open('disguised.heic');
    await tab.says(/^The (?:image|file) .+\.$/);
  });

  it('sees a file’s name and content as plain characters', async () => {
    await open(hostileName);
    assert.equal((await tab.pictures(1))[0]?.name, hostileName);
    await open('described.tif');
    await tab.pictures(1);
    assert.equal(await tab.frame.locator('img[src="x"]').count(), 0);
    const own = await tab.folder();
    const picture = readdirSync(own).find((name) => name.endsWith('.png')) ?? '';
    assert.ok(!(await readFile(path.join(own, picture), 'latin1')).includes('onerror'));
  });

  it('sees changes to the open file', async () => {
    await open('changing.jp2');
    const [before] = await tab.pictures(1);
    await copyFile(image('adobe-rgb.tiff'), workbench.file('changing.jp2'));
    await tab.frame.locator('tr', { hasText: /^Format.*TIFF/ }).waitFor();
    const [after] = await tab.pictures(1);
    assert.notEqual(after?.source, before?.source);
  });

  it('leaves nothing when the tabs are closed', async () => {
    const folder = await tab.folder();
    await workbench.runCommand('View: Close All Editors');
    await workbench.has(folder, false);
    assert.deepEqual(
      readdirSync(path.dirname(folder)).filter((name) => name !== 'lease.json'),
      [],
    );
  });
});
