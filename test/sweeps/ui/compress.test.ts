import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { eventually } from '../../support/eventually.ts';
import { rowCalled } from '../../support/workbench/text.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

describe('A user who wants smaller files', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({
      name: 'compress',
      files: { README: Buffer.from('Read me.'), 'x.rst': Buffer.from('Text') },
      settings: { 'fileUtilityNetwork.livePreview': false },
    });
  });

  after(() => workbench?.close());

  const offered = async (name: string, begin: string): Promise<string[]> => {
    const labels = await workbench.explorer.menuLabels([name], 'Convert & Compress');
    return labels.filter((label) => label.startsWith(begin));
  };
  const isZip = (name: string, ...content: readonly string[]): void => {
    const entries = execFileSync('zipinfo', ['-1', workbench.file(name)], { encoding: 'utf8' });
    assert.deepEqual(entries.trim().split('\n'), content);
  };

  it('is offered what suits the file in its menu', async () => {
    for (const name of ['coffee.jpg', 'scan.tiff', 'trip']) {
      assert.deepEqual(await offered(name, 'Compress'), [
        'Compress',
        'Compress With Options…',
        'Compress and Replace Original',
        'Compress to ZIP',
      ]);
    }
    for (const name of ['notes.txt', 'README', 'x.rst']) {
      assert.deepEqual(await offered(name, 'Convert To…'), ['Convert To…']);
      assert.deepEqual(
        (await offered(name, 'Compress')).filter((label) => label !== 'Compress to ZIP'),
        [],
      );
    }
  });

  it('converts to a format of the menu, as the setting says', async () => {
    assert.deepEqual(await offered('cat.png', 'Convert to '), ['Convert to WebP', 'Convert to PDF']);
    assert.deepEqual(await offered('notes.txt', 'Convert to WebP'), []);
    await workbench.updateSettings({ 'fileUtilityNetwork.menuFormats': ['avif'] });
    await eventually(
      () => offered('cat.png', 'Convert to '),
      (labels) => labels.join() === 'Convert to AVIF',
    );
    await workbench.choose(['cat.png'], 'Convert to AVIF');
    await workbench.notifications.read('Saved cat.avif');
  });

  it('replaces the original from the menu, and gets it back', async () => {
    const before = await readFile(workbench.file('balloons.png'));
    await workbench.choose(['balloons.png'], 'Compress and Replace Original');
    await workbench.notifications.read('Saved balloons.png');
    assert.ok((await stat(workbench.file('balloons.png'))).size < before.length);
    await workbench.runCommand('File Utility Network: Undo Last Conversion or Compression');
    await eventually(
      () => readFile(workbench.file('balloons.png')),
      (bytes) => bytes.equals(before),
    );
  });

  it('gets a picture below the size entered in a form', async () => {
    const { quickInput, notifications } = workbench;
    await workbench.choose(['coffee.jpg'], 'Compress With Options…');
    await rowCalled(quickInput.rows, 'Maximum size (kB)').click();
    await quickInput.titled('Maximum size (kB)');
    await quickInput.submit('20');
    await rowCalled(quickInput.rows, 'Maximum size (kB)').waitFor();
    await quickInput.choose('Compress');
    await notifications.read(/^Saved coffee-compressed\.jpg, \d+% smaller\.$/);
    assert.ok((await stat(workbench.file('coffee-compressed.jpg'))).size <= 20_000);
  });

  it('is offered a ZIP for files that nothing makes smaller, in the menu and in the shortcut’s message', async () => {
    const { explorer, notifications, page } = workbench;
    await workbench.choose(['x.rst'], 'Compress to ZIP');
    await notifications.read('Saved x.zip.');
    isZip('x.zip', 'x.rst');
    await explorer.select('notes.txt', 'cat.png');
    await page.keyboard.press('Control+Alt+Shift+Z');
    await notifications.click(/Files of this type can’t be compressed\./, 'Create ZIP');
    await notifications.read('Saved notes.zip.');
    isZip('notes.zip', 'notes.txt');
  });

  it('skips earlier results in a folder unless a button includes them', async () => {
    const { quickInput, notifications } = workbench;
    await workbench.convert(['trip'], 'webp');
    await notifications.read('Converted 3 files');
    await workbench.choose(['trip'], 'Convert To…');
    await quickInput.titled('Convert 4 files to');
    await quickInput.click('Include 3 results of earlier runs');
    await quickInput.titled('Convert 7 files to');
    await quickInput.click('Exclude 3 results of earlier runs');
    await quickInput.titled('Convert 4 files to');
    await quickInput.click('Include 3 results of earlier runs');
    await quickInput.pickFormat('webp');
    await notifications.read(/^3 converted.*, 3 already in that format\.$/);
  });

  it('converts the active editor’s file from the Command Palette and by shortcut', async () => {
    const { explorer, quickInput, notifications, page } = workbench;
    await explorer.row('rocket.webp').dblclick();
    await page.locator('.tabs-container .tab', { hasText: 'rocket.webp' }).waitFor();
    await workbench.runCommand('File Utility Network: Convert To…');
    await quickInput.titled('Convert rocket.webp to');
    await quickInput.cancel();
    await page.keyboard.press('Control+Alt+Shift+Z');
    await notifications.read(/Saved rocket-compressed\.webp, .* smaller\./);
  });

  it('compresses the Explorer’s selection by shortcut, and keeps the clipboard', async () => {
    const { explorer, notifications, page } = workbench;
    await page.evaluate(() => navigator.clipboard.writeText('copied before'));
    await explorer.select('scan.tiff', 'cat.png');
    await page.keyboard.press('Control+Alt+Shift+Z');
    await notifications.read('Compressed 2 files');
    await workbench.copied(/^copied before$/);
  });

  it('is asked for files when no editor is open', async () => {
    const { quickInput, notifications, page } = workbench;
    await workbench.runCommand('View: Close All Editors');
    await page.locator('.tabs-container .tab').waitFor({ state: 'detached' });
    // A selection in the Explorer only counts while it has the focus.
    await page.locator('.part.editor').click();
    await workbench.runCommand('File Utility Network: Compress Files');
    await quickInput.titled('Compress');
    await quickInput.submitFile(workbench.file('balloons.png'));
    await notifications.read(/Saved balloons-compressed\.png, .* smaller\./);
  });
});
