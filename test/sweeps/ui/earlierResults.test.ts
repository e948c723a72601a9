import assert from 'node:assert/strict';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { eventually } from '../../support/eventually.ts';
import { inspect } from '../../support/service/raster.ts';
import { openTargets } from '../../support/workbench/openTargets.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

let workbench: Workbench;
const inFolder = (name: string): string => path.join(workbench.folder, name);

describe('A user who converts a folder again', () => {
  before(async () => {
    workbench = await Workbench.open({ name: 'earlier-results' });
  });
  after(() => workbench.close());

  it('skips earlier results unless a button includes them', async () => {
    await openTargets(workbench, 'trip');
    assert.equal(await workbench.quickInput.title(), 'Convert 4 files to');
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.read(/^Converted 3 files(?:, \d+% smaller in total)?\.$/);
    await workbench.notifications.dismiss(/^Converted 3 files(?:, \d+% smaller in total)?\.$/);
    await openTargets(workbench, 'trip');
    assert.equal(await workbench.quickInput.title(), 'Convert 4 files to');
    await workbench.quickInput.click('Include 3 results of earlier runs');
    await eventually(
      () => workbench.quickInput.title(),
      (title) => title === 'Convert 7 files to',
    );
    await workbench.screenshot('earlier-results');
    await workbench.quickInput.click('Exclude 3 results of earlier runs');
    await workbench.quickInput.click('Include 3 results of earlier runs');
    await workbench.quickInput.pickFormat('gif');
    await workbench.notifications.read('Converted 6 files');
    await workbench.notifications.click('Converted 6 files', 'Undo');
    await workbench.notifications.answer('Undo');
    await workbench.notifications.read('6 results removed.');
  });

  it('reads how many files already have the format, so that the counts agree', async () => {
    await openTargets(workbench, 'trip');
    await workbench.quickInput.click('Include 3 results of earlier runs');
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.read(/^3 converted.*, 3 already in that format\.$/);
  });

  it('compresses nothing twice', async () => {
    await mkdir(inFolder('pictures'));
    await cp(inFolder('coffee.jpg'), inFolder('pictures/coffee.jpg'));
    await workbench.explorer.row('pictures').waitFor();
    await workbench.explorer.choose(['pictures'], 'Convert & Compress', 'Compress');
    await workbench.notifications.read(/Saved coffee-compressed\.jpg/);
    await workbench.notifications.dismiss(/Saved coffee-compressed\.jpg/);
    await rm(inFolder('pictures/coffee.jpg'));
    await workbench.explorer.choose(['pictures'], 'Convert & Compress', 'Compress');
    await workbench.notifications.read('coffee-compressed.jpg: The file has already been compressed.');
  });

  it('converts a file without an extension, alone and in a folder', async () => {
    await mkdir(inFolder('bare'));
    await cp(inFolder('cat.png'), inFolder('bare/picture'));
    await writeFile(inFolder('bare/LICENSE'), 'Words.');
    await workbench.explorer.row('bare').waitFor();
    await openTargets(workbench, 'bare');
    assert.equal(await workbench.quickInput.title(), 'Convert picture to');
    await workbench.quickInput.cancel();
    await workbench.explorer.toggle('bare');
    await openTargets(workbench, 'picture');
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.read(/^Saved picture\.webp(?:, \d+% smaller)?\.$/);
    assert.equal((await inspect(await readFile(inFolder('bare/picture.webp')), 'webp')).format, 'WEBP');
  });

  it('never sees the progress beside the result', async () => {
    await workbench.page.evaluate(`
      globalThis.besides = [];
      new MutationObserver(() => {
        const items = [...document.querySelectorAll('.notifications-toasts .notification-list-item')];
        const texts = items.map((item) => item.querySelector('.notification-list-item-message').textContent);
        const progress = texts.filter((text) => text.startsWith('Converting to'));
        if (progress.length > 0) globalThis.wasShown = true;
        if (texts.some((text) => text.startsWith('Converted'))) globalThis.sawResult = true;
        if (progress.length > 0 && texts.some((text) => text.startsWith('Converted'))) globalThis.besides.push(texts);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    `);
    await mkdir(inFolder('many'));
    // Large enough for progress to appear on any machine.
    const large = await sharp(inFolder('coffee.jpg')).resize(3000).jpeg().toBuffer();
    for (let number = 0; number < 12; number += 1) {
      await writeFile(inFolder(`many/coffee-${number}.jpg`), large);
    }
    await workbench.explorer.row('many').waitFor();
    await openTargets(workbench, 'many');
    await workbench.quickInput.pickFormat('avif');
    await workbench.notifications.read(/^Converted 12 files(?:, \d+% smaller in total)?\.$/);
    await workbench.page.waitForFunction('globalThis.sawResult');
    assert.deepEqual(await workbench.page.evaluate('[globalThis.wasShown, globalThis.besides]'), [true, []]);
  });
});
