import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { webviews } from '../../../src/manifest.ts';
import { eventually } from '../../support/eventually.ts';
import { document, image, photo } from '../../support/service/fixtures.ts';
import { pixelBombs } from '../../support/service/hostileImages.ts';
import { PictureTab } from '../../support/workbench/pictureTab.ts';
import { untrusted } from '../../support/workbench/untrusted.ts';
import { withoutPrograms } from '../../support/workbench/withoutPrograms.ts';
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
      'photo.psd': await readFile(photo('psd')),
      'photo.jxl': await readFile(photo('jxl')),
      'photo.jp2': await readFile(photo('jp2')),
      'three.tif': await readFile(image('three-pages.tiff')),
      'words.pdf': await readFile(document('pictures.pdf')),
      'drawing.eps': Buffer.from(eps),
      'disguised.heic': Buffer.from(eps),
      'bomb.tif': pixelBombs['tiff']?.(100_000) ?? Buffer.alloc(0),
      'half.heic': heic.subarray(0, heic.length / 2),
      'changing.jp2': await readFile(photo('jp2')),
      'described.tif': await described
        .withExif({ IFD0: { ImageDescription: markup } })
        .tiff()
        .toBuffer(),
      [hostileName]: heic,
    };
    const patterns = [
      '*.psd',
      '*.jxl',
      '*.jp2',
      '*.tif',
      '*.pdf',
      '*.eps',
      'half.heic',
      'disguised.heic',
      '<*.heic',
    ];
    workbench = await Workbench.open({
      name: 'preview',
      files,
      settings: {
        'workbench.colorTheme': 'Default Dark Modern',
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

  const says = async (expected: RegExp): Promise<void> => {
    await eventually(
      () => tab.status().catch(() => ''),
      (text) => expected.test(text),
    );
  };

  it('opens a photo on request that VS Code can’t show', async () => {
    await workbench.explorer.choose(['photo.heic'], 'Open With...');
    await workbench.quickInput.choose('Picture Preview');
    const [shown] = await tab.pictures(1);
    assert.equal(shown?.name, 'photo.heic');
    const facts = await tab.facts();
    assert.match(facts.join('; '), /^Format \| HEIC.*; Image \| \d+ × \d+ pixels; Size \| [\d.,]+ KB$/);
    await workbench.screenshot('preview-heic');
    assert.deepEqual(await tab.violations(), []);
  });

  it('sees every other supported format', async () => {
    for (const name of ['photo.psd', 'photo.jxl', 'photo.jp2']) {
      await open(name);
      const [shown] = await tab.pictures(1);
      assert.equal(shown?.name, name);
    }
  });

  it('turns the pages of a TIFF and a PDF by key and button', async () => {
    const place = tab.frame.locator('.place');
    const isAt = async (expected: string): Promise<void> => {
      await eventually(
        () => place.textContent().catch(() => ''),
        (text) => text === expected,
      );
      await tab.pictures(1);
    };
    await open('three.tif');
    await isAt('Page 1 of 3');
    await tab.frame.locator('body').press('PageDown');
    await isAt('Page 2 of 3');
    await tab.button('Next Page').click();
    await isAt('Page 3 of 3');
    await tab.frame.locator('body').press('PageDown');
    await tab.frame.locator('body').press('PageUp');
    await isAt('Page 2 of 3');
    await open('words.pdf');
    await tab.pictures(1);
    await workbench.screenshot('preview-pdf');
    assert.deepEqual(await tab.violations(), []);
  });

  it('reads in a sentence why a file can’t be shown', async () => {
    await open('bomb.tif');
    await says(/^The file is too large to show\.$/);
    await workbench.screenshot('preview-bomb');
    await open('half.heic');
    await says(/^The (?!file is too large).+\.$/);
  });

  it('has no program run on a file that the workspace opens in the preview', async () => {
    await open('drawing.eps');
    await says(/^Showing this file requires Ghostscript, which only runs in trusted workspaces\.$/);
    assert.equal(await tab.frame.locator('button.action:visible').count(), 0);
    await open('disguised.heic');
    await says(/^The (?:image|file) .+\.$/);
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
    await copyFile(image('adobe-rgb.tiff'), path.join(workbench.folder, 'changing.jp2'));
    await eventually(
      () => tab.facts().catch(() => []),
      (facts) => facts[0]?.startsWith('Format | TIFF') ?? false,
    );
    const [after] = await tab.pictures(1);
    assert.notEqual(after?.source, before?.source);
  });

  it('causes no job, upload, or cost, and leaves nothing when the tabs are closed', async () => {
    const folder = await tab.folder();
    await workbench.runCommand('View: Close All Editors');
    await eventually(
      () => existsSync(folder),
      (isThere) => !isThere,
    );
    const root = path.dirname(folder);
    assert.deepEqual(
      readdirSync(root).filter((name) => name !== 'lease.json'),
      [],
    );
    const jobs = workbench.viewContainer('Convert & Compress');
    await jobs.open();
    assert.equal((await jobs.read())[0]?.label, 'Convert Files…');
  });
});

describe('A user of the preview without Ghostscript', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({
      name: 'preview-without-programs',
      files: { 'drawing.eps': Buffer.from(eps) },
      settings: { 'workbench.editorAssociations': { '*.eps': webviews.preview } },
      machineSettings: withoutPrograms,
    });
  });

  after(() => workbench?.close());

  it('reads that PostScript needs it', async () => {
    const tab = new PictureTab(workbench.page);
    // Until the extension's contributions are known, the file would open as text.
    await eventually(
      async () => workbench.explorer.menuLabels(['drawing.eps']),
      (labels) => labels.includes('Convert & Compress'),
    );
    await workbench.explorer.row('drawing.eps').dblclick();
    await eventually(
      () => tab.status().catch(() => ''),
      (text) => /Ghostscript.*Install it and try again\.$/.test(text),
    );
  });
});
