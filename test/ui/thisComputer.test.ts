import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { eventually } from '../support/eventually.ts';
import { decodedFile } from '../support/service/decodedImage.ts';
import { Workbench } from '../support/workbench/workbench.ts';

describe('A user without a network', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({ name: 'this-computer' });
  });

  after(() => workbench?.close());

  it('finds an empty view with ways to start', async () => {
    const { jobs } = workbench;
    await jobs.open();
    await jobs.says(/never uploaded/);
    await jobs.shows('Convert Files…', 'Compress Files…', 'Set Up Network…');
    const name = 'Compress Files…, or drop them here';
    await workbench.page.getByRole('treeitem', { name, exact: true }).waitFor();
  });

  it('converts a photo by right-click, and finds the result beside it', async () => {
    const { quickInput, notifications, explorer } = workbench;
    const before = await readFile(workbench.file('coffee.jpg'));
    assert.deepEqual(workbench.localServices(), []);
    await workbench.choose(['coffee.jpg'], 'Convert To…');
    const targets = await quickInput.read();
    assert.ok(targets.some(({ label }) => label === 'WebP'));
    assert.ok(targets.every(({ description }) => !description.includes('This computer')));
    // The service starts while the user decides.
    await eventually(
      () => workbench.localServices(),
      (running) => running.length > 0,
    );
    await quickInput.pickFormat('webp');
    await notifications.read('Saved coffee.webp');
    await explorer.row('coffee.webp').waitFor();
    assert.equal((await decodedFile(workbench.file('coffee.webp'))).format, 'WEBP');
    assert.ok(before.equals(await readFile(workbench.file('coffee.jpg'))));
  });

  it('sees the job in the view, with its size and its actions, and nothing in the status bar', async () => {
    const { jobs } = workbench;
    await jobs.describes('coffee.jpg', /^→ WebP · [\d.,]+ KB \(-\d+%\) · (?:just now|1 min\. ago)$/);
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
    await jobs.hasBadge('');
    await workbench.statusBarItem.waitFor({ state: 'hidden' });
  });

  it('converts a folder with everything in it', async () => {
    await workbench.convert(['trip'], 'avif');
    await workbench.notifications.read('Converted 3 files');
    for (const name of ['espresso', 'launch-site', 'night-sky']) {
      assert.ok((await decodedFile(workbench.file(`trip/${name}.avif`))).width > 0);
    }
  });

  it('converts the supported files of a mixed selection, and sees which others there are and why', async () => {
    const { explorer, quickInput, notifications } = workbench;
    await writeFile(workbench.file('notes.xyz'), 'Plain words, under a name that says nothing.');
    await explorer.row('notes.xyz').waitFor();
    await workbench.choose(['cat.png', 'notes.xyz', 'rocket.webp'], 'Convert To…');
    await quickInput.widget.locator('[placeholder*="notes.xyz can’t be converted"]').waitFor();
    // The last used format is first.
    assert.equal((await quickInput.read())[0]?.label, 'AVIF — AV1 Image');
    await quickInput.pickFormat('webp');
    const message = await notifications.read(/1 converted/);
    assert.match(message, /^1 converted \(-\d+%\), 1 already in that format, 1 failed: notes\.xyz\./);
    await notifications.click(/1 converted/, 'Undo');
    await notifications.read(/1 result removed/);
  });

  it('undoes the last batch from the view’s title, even while a row has the focus', async () => {
    const { jobs } = workbench;
    await workbench.choose(['coffee.jpg'], 'Compress');
    await workbench.notifications.read(/Saved coffee-compressed\.jpg/);
    await jobs.open();
    await jobs.row('coffee.jpg').first().click();
    await jobs.clickTitle('Undo Last Conversion or Compression');
    await workbench.has('coffee-compressed.jpg', false);
  });

  it('finds the jobs again after a reload', async () => {
    await workbench.reload();
    await workbench.jobs.open();
    await workbench.jobs.row('coffee.jpg').waitFor();
  });
});
