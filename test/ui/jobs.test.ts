import assert from 'node:assert/strict';
import { cp, readFile, rm } from 'node:fs/promises';
import { eventually } from '../support/eventually.ts';
import { sample } from '../support/service/fixtures.ts';
import type { ViewContainer } from '../support/workbench/viewContainer.ts';
import { Workbench } from '../support/workbench/workbench.ts';

const trip = 'trip → AVIF';
const files = ['absent.png', 'espresso.png', 'launch-site.jpg', 'night-sky.jpg'] as const;
const startRows = ['Convert Files…', 'Compress Files…', 'Set Up Network…'] as const;

describe('A user of the Jobs view', () => {
  let workbench: Workbench;
  let jobs: ViewContainer;

  before(async () => {
    workbench = await Workbench.open({
      name: 'jobs',
      files: { 'trip/absent.png': await readFile(sample('cat.png')) },
    });
    ({ jobs } = workbench);
  });

  after(() => workbench?.close());

  const tab = (name: string) => workbench.page.locator('.tabs-container .tab', { hasText: name });
  it('drops a file from the Explorer on a row of the empty view, and chooses its target', async () => {
    const { explorer, quickInput } = workbench;
    await jobs.open();
    await jobs.shows(...startRows);
    // VS Code ignores a drop on a row that it draws again at this moment, so a person would repeat it.
    await eventually(
      async () => {
        await explorer.show();
        await jobs.drop(explorer.row('cat.png'), 'Convert Files…');
        return quickInput.widget.waitFor({ timeout: 20_000 }).then(
          () => true,
          () => false,
        );
      },
      (isShown) => isShown,
    );
    await quickInput.titled('Convert cat.png to');
    await quickInput.cancel();
  });

  it('compresses a file by dropping it on the row for compression', async () => {
    await workbench.explorer.show();
    await jobs.drop(workbench.explorer.row('rocket.webp'), 'Compress Files…');
    await workbench.notifications.read(/Saved rocket-compressed\.webp/);
    await jobs.shows('rocket.webp');
  });

  it('drops files from the desktop, which are copied into the folder if they have no path here', async () => {
    const { quickInput, notifications } = workbench;
    await jobs.dropFromDesktop('rocket.webp', {
      'cat.png': await readFile(workbench.file('trip/espresso.png')),
    });
    await quickInput.titled('Convert cat (1).png to');
    await quickInput.pickFormat('webp');
    await notifications.read('Saved cat (1).webp');
    await workbench.has('cat (1).webp');
  });

  it('opens the result of a selected row, and removes rows with a key', async () => {
    await jobs.select('rocket.webp', 'cat (1).png');
    await tab('rocket-compressed.webp').waitFor();
    await workbench.page.keyboard.press('Delete');
    await jobs.shows(...startRows);
  });

  it('sees the files of a batch below their folder, and only the failed ones after a click in the message', async () => {
    const { quickInput, notifications } = workbench;
    // The Explorer hides the list, which is empty.
    await workbench.choose(['trip'], 'Convert To…');
    await quickInput.titled('Convert 5 files to');
    await rm(workbench.file('trip/absent.png'));
    await quickInput.pickFormat('avif');
    await notifications.click(/3 converted/, 'Show Failed');
    // The click opens the view; opening it here, too, could close it again.
    await jobs.shows(trip, 'absent.png');
    await jobs.describes(trip, /^3 of 4, 1 failed · [-+]\d+% · (?:just now|1 min\. ago)$/);
    await jobs.says(/^Showing failed jobs — 1 of 4\./);
    await jobs.row('absent.png').and(workbench.page.locator('.focused')).waitFor();
    await jobs.clickTitle('Filter Jobs…');
    await quickInput.choose('All');
    await jobs.shows(trip, ...files);
  });

  it('retries the failed jobs of a batch, which collapses once all are done', async () => {
    await cp(workbench.file('cat.png'), workbench.file('trip/absent.png'));
    await jobs.clickInline(trip, 'Retry Failed');
    await jobs.describes(trip, /^4 files/);
    await jobs.shows(trip);
  });

  it('expands and collapses a batch by click and by Enter, and finds it unchanged after others were added', async () => {
    const { keyboard } = workbench.page;
    await jobs.row(trip).click();
    await jobs.shows(trip, ...files);
    await keyboard.press('Enter');
    await jobs.shows(trip);
    await keyboard.press('Enter');
    await jobs.shows(trip, ...files);
    await workbench.convert(['coffee.jpg'], 'webp');
    await workbench.notifications.read('Saved coffee.webp');
    await jobs.open();
    await jobs.shows('coffee.jpg', trip, ...files);
  });

  it('gets the actions that apply to all selected rows, where a batch stands for its files', async () => {
    await jobs.select('coffee.jpg', trip);
    assert.deepEqual(await jobs.menuLabels(trip), [
      'Open Result',
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
    await jobs.choose(trip, 'Convert Again To…');
    await workbench.quickInput.titled('Convert 5 files to');
    await workbench.quickInput.cancel();
  });

  it('copies the paths of results, opens a source, and the log', async () => {
    await jobs.select('coffee.jpg', 'espresso.png');
    await jobs.choose('espresso.png', 'Copy Path');
    await workbench.copied(
      ['coffee.webp', 'trip/espresso.avif'].map((name) => workbench.file(name)).join('\n'),
    );
    await jobs.choose('espresso.png', 'Open Source');
    await tab('espresso.png').waitFor();
    await jobs.choose('espresso.png', 'Show Log');
    await workbench.page.locator('.part.panel', { hasText: 'Output' }).waitFor();
  });

  it('opens a result with Enter, and drags one into an editor', async () => {
    const { page } = workbench;
    await jobs.row(trip).click({ modifiers: ['Control'] });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await tab('absent.avif').waitFor();
    // An image editor would catch the dropped file.
    await workbench.runCommand('View: Close All Editors');
    await jobs.row('night-sky.jpg').dragTo(page.locator('.editor-group-container'), { steps: 10 });
    await tab('night-sky.avif').waitFor();
    // Once it has loaded, the image takes the focus, which would close a menu.
    await page.locator('.statusbar-item', { hasText: /\d+x\d+/ }).waitFor();
  });

  it('undoes a batch', async () => {
    await jobs.choose(trip, 'Undo');
    await workbench.notifications.answer('Undo');
    await workbench.notifications.read('4 results removed.');
    await workbench.has('trip/espresso.avif', false);
  });
});
