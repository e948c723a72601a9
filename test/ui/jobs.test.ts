import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../support/eventually.ts';
import type { RowText } from '../support/workbench/text.ts';
import type { ViewContainer } from '../support/workbench/viewContainer.ts';
import { Workbench } from '../support/workbench/workbench.ts';

const trip = 'trip → AVIF';

describe('In the Jobs view, a person', () => {
  let workbench: Workbench;
  let jobs: ViewContainer;

  before(async () => {
    workbench = await Workbench.open({
      name: 'jobs',
      files: { 'trip/broken.png': Buffer.from('no picture') },
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

  it('finds the files of a command below their folder, failed ones first, with what they saved', async () => {
    await workbench.explorer.choose(['trip'], 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.pickFormat('avif');
    await workbench.notifications.read(/3 converted/);
    await jobs.open();
    await described(trip, /^3 of 4, 1 failed · (?:just now|1 min\. ago) · [-+]\d+%$/);
    assert.deepEqual(await labels(), [
      trip,
      'broken.png',
      'espresso.png',
      'launch-site.jpg',
      'night-sky.jpg',
    ]);
    await workbench.screenshot('jobs-batch');
  });

  it('is shown by the message what failed, and by a click all again', async () => {
    await workbench.explorer.show();
    await workbench.notifications.click(/3 converted/, 'Show failed');
    await shows([trip, 'broken.png']);
    assert.match(await jobs.message(), /^Showing failed jobs — 1 of 4\./);
    await eventually(
      () => jobs.row('broken.png').getAttribute('class'),
      (classes) => /selected.*focused|focused.*selected/.test(classes ?? ''),
    );
    await workbench.screenshot('jobs-filtered');
    await jobs.clickTitle('Show All Jobs');
    await shows([trip, 'broken.png', 'espresso.png', 'launch-site.jpg', 'night-sky.jpg']);
    assert.equal(await jobs.message(), '');
  });

  it('chooses which jobs are shown, and is told so where there are none', async () => {
    await jobs.clickTitle('Filter Jobs…');
    assert.deepEqual(
      (await workbench.quickInput.read()).map(({ label, description }) => `${label} ${description}`),
      ['All 4', 'Active 0', 'Failed 1', 'Done 3', 'Waiting for you 0'],
    );
    await workbench.quickInput.choose('Done');
    await shows([trip, 'espresso.png', 'launch-site.jpg', 'night-sky.jpg']);
    await workbench.runCommand('File Utility Network: Filter Jobs…');
    await workbench.quickInput.choose('Waiting for you');
    await eventually(
      () => jobs.message(),
      (text) => text.startsWith('Showing jobs that wait for you — 0 of 4.'),
    );
    assert.equal(await jobs.rows.count(), 0);
    await workbench.screenshot('jobs-filtered-empty');
    await jobs.clickTitle('Show All Jobs');
  });

  it('tries again what failed of a batch, which closes once all is done', async () => {
    await cp(inFolder('cat.png'), inFolder('trip/broken.png'));
    await jobs.clickInline(trip, 'Try Failed Again');
    await described(trip, /^4 files/);
    assert.deepEqual(await labels(), [trip]);
    await workbench.screenshot('jobs-batch-done');
  });

  it('opens and closes a batch by click and by Enter, and finds it so after others came', async () => {
    const files = ['broken.png', 'espresso.png', 'launch-site.jpg', 'night-sky.jpg'];
    await jobs.row(trip).click();
    await shows([trip, ...files]);
    await workbench.page.keyboard.press('Enter');
    await shows([trip]);
    await workbench.page.keyboard.press('Enter');
    await shows([trip, ...files]);
    await workbench.explorer.show();
    await workbench.explorer.choose(['coffee.jpg'], 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.read('Saved coffee.webp.');
    await jobs.open();
    await shows(['coffee.jpg', trip, ...files]);
  });

  it('takes a batch back', async () => {
    await jobs.clickInline(trip, 'Undo');
    await workbench.notifications.read('4 results removed.');
    assert.ok(!existsSync(inFolder('trip/espresso.avif')));
  });
});
