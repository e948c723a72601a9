import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../support/eventually.ts';
import { sample } from '../support/service/fixtures.ts';
import type { RowText } from '../support/workbench/text.ts';
import type { ViewContainer } from '../support/workbench/viewContainer.ts';
import { Workbench } from '../support/workbench/workbench.ts';

const trip = 'trip → AVIF';

const startRows = ['Convert Files…', 'Compress Files…', 'Set Up Network…'] as const;

describe('A user of the Jobs view', () => {
  let workbench: Workbench;
  let jobs: ViewContainer;

  before(async () => {
    workbench = await Workbench.open({
      name: 'jobs',
      files: { 'trip/absent.png': await readFile(sample('cat.png')) },
    });
    jobs = workbench.viewContainer('Convert & Compress');
  });

  after(() => workbench?.close());

  const inFolder = (name: string): string => path.join(workbench.folder, name);
  const labels = async (): Promise<string[]> => (await jobs.read()).map(({ label }) => label);
  const described = async (label: string, description: RegExp): Promise<RowText[]> =>
    eventually(
      () => jobs.read(),
      (rows) => rows.some((row) => row.label === label && description.test(row.description)),
    );

  const shows = async (expected: readonly string[]): Promise<void> => {
    await eventually(labels, (rows) => rows.join() === expected.join());
  };

  const messageIs = async (expected: RegExp): Promise<void> => {
    await eventually(
      () => jobs.message(),
      (text) => expected.test(text),
    );
  };

  it('drops a file from the Explorer on the empty view, and chooses its target', async () => {
    await jobs.open();
    await shows(startRows);
    await workbench.screenshot('jobs-start');
    for (const row of ['Convert Files…', 'Set Up Network…']) {
      // VS Code ignores a drop on a row that it draws again at this moment, so a person would repeat it.
      await eventually(
        async () => {
          await workbench.explorer.show();
          await jobs.drop(workbench.explorer.row('cat.png'), row);
          return workbench.quickInput.appears(20_000);
        },
        (isShown) => isShown,
      );
      await eventually(
        () => workbench.quickInput.title(),
        (title) => title === 'Convert cat.png to',
      );
      await workbench.quickInput.cancel();
    }
  });

  it('compresses a file by dropping it on the row for compression', async () => {
    await workbench.explorer.show();
    await jobs.drop(workbench.explorer.row('rocket.webp'), 'Compress Files…');
    await workbench.notifications.read(/Saved rocket-compressed\.webp/);
    await shows(['rocket.webp']);
  });

  it('drops files from the desktop, which are copied into the folder if they have no path here', async () => {
    await jobs.dropFromDesktop('rocket.webp', { 'cat.png': await readFile(inFolder('trip/espresso.png')) });
    await eventually(
      () => workbench.quickInput.title(),
      (title) => title === 'Convert cat (1).png to',
    );
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.read(/^Saved cat \(1\)\.webp(?:, \d+% smaller)?\.$/);
    assert.ok(existsSync(inFolder('cat (1).webp')));
  });

  it('removes rows with a key', async () => {
    await jobs.select('rocket.webp', 'cat (1).png');
    await workbench.page.locator('.tabs-container .tab', { hasText: 'rocket-compressed.webp' }).waitFor();
    await workbench.page.keyboard.press('Delete');
    await shows(startRows);
  });

  it('sees the files of a batch below their folder, failed ones first, with their savings', async () => {
    await workbench.explorer.show();
    await workbench.explorer.choose(['trip'], 'Convert & Compress', 'Convert To…');
    await eventually(
      () => workbench.quickInput.title(),
      (title) => title === 'Convert 5 files to',
    );
    await rm(inFolder('trip/absent.png'));
    await workbench.quickInput.pickFormat('avif');
    await workbench.notifications.read(/3 converted/);
    assert.equal((await workbench.notifications.buttonsOf(/3 converted/)).at(-1), 'Show Failed');
    await jobs.open();
    await workbench.shown.row(trip, /^3 of 4, 1 failed · [-+]\d+% · (?:just now|1 min\. ago)$/);
    await shows([trip, 'absent.png', 'espresso.png', 'launch-site.jpg', 'night-sky.jpg']);
    await workbench.screenshot('jobs-batch');
  });

  it('sees only failed jobs after a click in the message, and all again after another', async () => {
    await workbench.explorer.show();
    await workbench.notifications.click(/3 converted/, 'Show Failed');
    await shows([trip, 'absent.png']);
    await messageIs(/^Showing failed jobs — 1 of 4\./);
    await eventually(
      () => jobs.row('absent.png').getAttribute('class'),
      (classes) => /selected.*focused|focused.*selected/.test(classes ?? ''),
    );
    await workbench.screenshot('jobs-filtered');
    await jobs.clickTitle('Filter Jobs…');
    await workbench.quickInput.choose('All');
    await shows([trip, 'absent.png', 'espresso.png', 'launch-site.jpg', 'night-sky.jpg']);
    await messageIs(/^(?!Showing)/);
  });

  it('filters the jobs, and sees a message if there are none', async () => {
    await jobs.clickTitle('Filter Jobs…');
    assert.deepEqual(
      (await workbench.quickInput.read()).map(({ label, description }) => `${label} ${description}`),
      ['All 4', 'Active 0', 'Failed 1', 'Done 3', 'Waiting for you 0'],
    );
    await workbench.quickInput.choose('Done');
    await shows([trip, 'espresso.png', 'launch-site.jpg', 'night-sky.jpg']);
    await workbench.runCommand('File Utility Network: Filter Jobs…');
    await workbench.quickInput.choose('Waiting for you');
    await messageIs(/^Showing jobs waiting for you — 0 of 4\./);
    await eventually(
      () => jobs.rows.count(),
      (count) => count === 0,
    );
    await workbench.screenshot('jobs-filtered-empty');
    await jobs.clickTitle('Filter Jobs…');
    await workbench.quickInput.choose('All');
    await shows([trip, 'absent.png', 'espresso.png', 'launch-site.jpg', 'night-sky.jpg']);
  });

  it('sees the reason of a repeated failure', async () => {
    await jobs.clickInline(trip, 'Retry Failed');
    await workbench.notifications.read(/^absent\.png: The file no longer exists at this location\./);
    await described('absent.png', /^The file no longer exists at this location\./);
  });

  it('retries the failed jobs of a batch, which collapses once all are done', async () => {
    await cp(inFolder('cat.png'), inFolder('trip/absent.png'));
    await jobs.clickInline(trip, 'Retry Failed');
    await described(trip, /^4 files/);
    assert.deepEqual(await labels(), [trip]);
    await workbench.screenshot('jobs-batch-done');
  });

  it('expands and collapses a batch by click and by Enter, and finds it unchanged after others were added', async () => {
    const files = ['absent.png', 'espresso.png', 'launch-site.jpg', 'night-sky.jpg'];
    await jobs.row(trip).click();
    await shows([trip, ...files]);
    await workbench.page.keyboard.press('Enter');
    await shows([trip]);
    await workbench.page.keyboard.press('Enter');
    await shows([trip, ...files]);
    await workbench.explorer.show();
    await workbench.explorer.choose(['coffee.jpg'], 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.read(/^Saved coffee\.webp(?:, \d+% smaller)?\.$/);
    await jobs.open();
    await shows(['coffee.jpg', trip, ...files]);
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
    await eventually(
      () => workbench.quickInput.title(),
      (title) => title === 'Convert 5 files to',
    );
    await workbench.quickInput.cancel();
  });

  it('copies the paths of results', async () => {
    await workbench.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await jobs.select('coffee.jpg', 'espresso.png');
    await jobs.choose('espresso.png', 'Copy Path');
    await eventually(
      () => workbench.page.evaluate(() => navigator.clipboard.readText()),
      (text) => text === [inFolder('coffee.webp'), inFolder('trip/espresso.avif')].join('\n'),
    );
  });

  it('opens the source of a result, and the log', async () => {
    await jobs.choose('espresso.png', 'Open Source');
    await workbench.page.locator('.tabs-container .tab', { hasText: 'espresso.png' }).waitFor();
    await jobs.choose('espresso.png', 'Show Log');
    await workbench.page.locator('.part.panel', { hasText: 'Output' }).waitFor();
    await workbench.screenshot('jobs-log');
  });

  it('opens a result with Enter, and drags one into an editor', async () => {
    const { page } = workbench;
    const tab = (name: string) => page.locator('.tabs-container .tab', { hasText: name });
    await jobs.row(trip).click({ modifiers: ['Control'] });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await tab('absent.avif').waitFor();
    // An image editor would catch the dropped file.
    await workbench.runCommand('View: Close All Editors');
    await jobs.row('night-sky.jpg').dragTo(page.locator('.editor-group-container'), { steps: 10 });
    await tab('night-sky.avif').waitFor();
  });

  it('finds a file by its name', async () => {
    await eventually(
      async () => {
        // An editor that is still opening takes the focus again.
        await jobs.row('espresso.png').click();
        await workbench.page.keyboard.press('Control+Alt+F');
        return workbench.page.locator('.monaco-tree-type-filter input:focus').count();
      },
      (boxes) => boxes === 1,
    );
    await workbench.page.keyboard.type('launch');
    await eventually(
      () => jobs.row('launch-site.jpg').getAttribute('class'),
      (classes) => classes?.includes('focused') ?? false,
    );
    await workbench.screenshot('jobs-find');
    await workbench.page.keyboard.press('Escape');
  });

  it('undoes a batch', async () => {
    await jobs.choose(trip, 'Undo');
    await workbench.notifications.answer('Undo');
    await workbench.notifications.read('4 results removed.');
    assert.ok(!existsSync(inFolder('trip/espresso.avif')));
  });
});
