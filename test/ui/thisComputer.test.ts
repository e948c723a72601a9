import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { statusBarItems, extensionId } from '../../src/manifest.ts';
import { eventually } from '../support/eventually.ts';
import { decodedFile } from '../support/service/decodedImage.ts';
import { psnr } from '../support/service/raster.ts';
import { Workbench } from '../support/workbench/workbench.ts';

describe('A user without a network', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({ name: 'this-computer' });
  });

  after(() => workbench.close());

  const inFolder = (name: string): string => path.join(workbench.folder, name);

  it('finds an empty view with ways to start', async () => {
    const jobs = workbench.viewContainer('Convert & Compress');
    await jobs.open();
    await eventually(
      () => jobs.message(),
      (text) => text.includes('never uploaded'),
    );
    assert.deepEqual(
      (await jobs.read()).map(({ label }) => label),
      ['Convert Files…', 'Compress Files…', 'Set Up Network…'],
    );
    await workbench.screenshot('jobs-empty');
    await workbench.page.keyboard.press('Control+Shift+E');
  });

  it('converts a photo by right-click, and finds the result beside it', async () => {
    const before = await readFile(inFolder('coffee.jpg'));
    assert.deepEqual(workbench.localServices(), []);
    await workbench.explorer.choose(['coffee.jpg'], 'Convert & Compress', 'Convert To…');
    const targets = await workbench.quickInput.read();
    assert.ok(targets.some(({ label }) => label === 'WebP'));
    assert.ok(targets.every(({ description }) => !description.includes('This computer')));
    await workbench.screenshot('target-pick');
    // The service starts while the user decides.
    await eventually(
      () => workbench.localServices(),
      (running) => running.length > 0,
    );
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.read(/^Saved coffee\.webp(?:, \d+% smaller)?\.$/);
    await workbench.explorer.row('coffee.webp').waitFor();
    await workbench.screenshot('converted');
    assert.equal((await decodedFile(inFolder('coffee.webp'))).format, 'WEBP');
    const likeness = psnr(
      await decodedFile(inFolder('coffee.webp')),
      await decodedFile(inFolder('coffee.jpg')),
    );
    assert.ok(likeness > 30, `${likeness} dB`);
    assert.ok(before.equals(await readFile(inFolder('coffee.jpg'))));
  });

  it('sees the job in the view, with its size and its actions', async () => {
    const jobs = workbench.viewContainer('Convert & Compress');
    await jobs.open();
    await eventually(
      () => jobs.read(),
      ([first]) => first?.label === 'coffee.jpg',
    );
    await workbench.shown.row('coffee.jpg', /^→ WebP · [\d.,]+ KB \(-\d+%\) · (?:just now|1 min\. ago)$/);
    assert.deepEqual(await jobs.menuLabels('coffee.jpg'), [
      'Open Result',
      'Reveal in Explorer',
      'Compare with Source',
      'Open Source',
      'Copy Path',
      'Copy As',
      'Undo',
      'Convert Again To…',
      'Update References…',
      'Remove from List',
      'Show Log',
    ]);
    await workbench.screenshot('jobs');
    await eventually(
      () => jobs.badge(),
      (badge) => badge === '',
    );
  });

  it('sees nothing in the status bar while there is nothing to show', async () => {
    const id = `${extensionId}.${statusBarItems.main}`;
    await eventually(
      () => workbench.statusBarItem(id).isVisible(),
      (visible) => !visible,
    );
  });

  it('gets the last used format first', async () => {
    await workbench.page.keyboard.press('Control+Shift+E');
    await workbench.explorer.choose(['cat.png'], 'Convert & Compress', 'Convert To…');
    assert.equal((await workbench.quickInput.read())[0]?.label, 'WebP');
    await workbench.quickInput.cancel();
  });

  it('compresses several files at once, and undoes that', async () => {
    await workbench.explorer.choose(['cat.png', 'coffee.jpg'], 'Convert & Compress', 'Compress');
    await workbench.notifications.read(/Compressed 2 files, .* smaller in total\./);
    await workbench.screenshot('compressed');
    for (const name of ['cat', 'coffee']) {
      const extension = name === 'cat' ? 'png' : 'jpg';
      const [source, output] = await Promise.all([
        stat(inFolder(`${name}.${extension}`)),
        stat(inFolder(`${name}-compressed.${extension}`)),
      ]);
      assert.ok(output.size < source.size);
    }
    await workbench.notifications.click(/Compressed 2 files/, 'Undo');
    await eventually(
      () => workbench.notifications.dialog.innerText(),
      (text) => text.includes('Undo 2 results?'),
    );
    await workbench.notifications.answer('Undo');
    await workbench.notifications.read(/2 results removed/);
    await assert.rejects(stat(inFolder('cat-compressed.png')), { code: 'ENOENT' });
  });

  it('converts a folder with everything in it', async () => {
    await workbench.explorer.choose(['trip'], 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.pickFormat('avif');
    await workbench.notifications.read(/^Converted 3 files(?:, \d+% smaller in total)?\.$/);
    for (const name of ['espresso', 'launch-site', 'night-sky']) {
      assert.equal((await decodedFile(inFolder(`trip/${name}.avif`))).width > 0, true);
    }
  });

  it('sees one sentence about a file that can’t be converted', async () => {
    await writeFile(inFolder('notes.xyz'), 'Plain words, under a name that says nothing.');
    await workbench.explorer.choose(['notes.xyz'], 'Convert & Compress', 'Convert To…');
    await workbench.notifications.read('Files of this type aren’t supported. Select another file.');
  });

  it('converts the supported files of a mixed selection, and sees which others there are and why', async () => {
    await workbench.explorer.choose(
      ['cat.png', 'notes.xyz', 'rocket.webp'],
      'Convert & Compress',
      'Convert To…',
    );
    await eventually(
      async () => workbench.quickInput.input.getAttribute('placeholder'),
      (text) => text?.includes('notes.xyz can’t be converted') ?? false,
    );
    await workbench.screenshot('mixed-pick');
    await workbench.quickInput.pickFormat('webp');
    const message = await workbench.notifications.read(/1 converted/);
    assert.match(message, /^1 converted \(-\d+%\), 1 already in that format, 1 failed: notes\.xyz\./);
    await workbench.screenshot('mixed-done');
    await workbench.notifications.click(/1 converted/, 'Undo');
    await workbench.notifications.read(/1 result removed/);
  });

  it('undoes the last batch from the view’s title, even while a row has the focus', async () => {
    await workbench.explorer.choose(['coffee.jpg'], 'Convert & Compress', 'Compress');
    await workbench.notifications.read(/Saved coffee-compressed\.jpg/);
    const jobs = workbench.viewContainer('Convert & Compress');
    await jobs.open();
    await jobs.row('coffee.jpg').first().click();
    await jobs.clickTitle('Undo Last Conversion or Compression');
    await eventually(
      async () => existsSync(inFolder('coffee-compressed.jpg')),
      (isThere) => !isThere,
    );
    await workbench.page.keyboard.press('Control+Shift+E');
  });

  it('finds the jobs again after a reload', async () => {
    await workbench.reload();
    const jobs = workbench.viewContainer('Convert & Compress');
    await jobs.open();
    await jobs.row('coffee.jpg').waitFor();
  });
});
