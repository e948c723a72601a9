import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../../support/eventually.ts';
import { root } from '../../support/paths.ts';
import type { ViewContainer } from '../../support/workbench/viewContainer.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

describe('A user who watches a running batch in the Jobs view', () => {
  const count = 24;
  let workbench: Workbench;
  let jobs: ViewContainer;

  before(async () => {
    const photo = await readFile(path.join(root, 'test/fixtures/sample/trip/night-sky.jpg'));
    const names = Array.from({ length: count }, (_, index) => `many/${index}.jpg`);
    workbench = await Workbench.open({
      name: 'running-batch',
      files: Object.fromEntries(names.map((name) => [name, photo])),
    });
    jobs = workbench.viewContainer('Convert & Compress');
  });

  after(() => workbench?.close());

  const description = async (): Promise<string> => (await jobs.read())[0]?.description ?? '';

  it('sees it expanded with its progress, cancels the rest, and retries that', async () => {
    await workbench.explorer.choose(['many'], 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.pickFormat('jxl');
    await jobs.open();
    await workbench.shown.row('many → JXL', /^\d+ of 24/);
    // Nothing ends while the user looks and clicks.
    const resume = workbench.pauseLocalServices();
    assert.ok((await jobs.read()).length > 1);
    await workbench.screenshot('running-batch');
    await jobs.clickInline('many → JXL', 'Cancel');
    resume();
    await eventually(description, (text) => /^\d+ of 24, \d+ canceled · /.test(text));
    await eventually(
      () => jobs.read(),
      (rows) => rows.length === 1,
    );
    const since = workbench.shown.mark();
    await jobs.choose('many → JXL', 'Retry');
    await workbench.shown.row('many → JXL', /^\d+ of 24 · -\d+%$/, since);
  });

  it('is asked before many editors open', async () => {
    await jobs.choose('many → JXL', 'Open Source');
    await eventually(
      () => workbench.notifications.dialog.innerText(),
      (text) => text.includes('Open 24 files?'),
    );
    await workbench.notifications.answer('Cancel');
  });
});
