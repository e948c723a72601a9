import { readFile } from 'node:fs/promises';
import { sample } from '../../support/service/fixtures.ts';
import { hold } from '../../support/service/hold.ts';
import { descendantsOf } from '../../support/service/processes.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

describe('A user who watches a running batch in the Jobs view', () => {
  const batch = 'many → JXL';
  let workbench: Workbench;

  before(async () => {
    const photo = await readFile(sample('trip/night-sky.jpg'));
    const names = Array.from({ length: 24 }, (_, index) => `many/${index}.jpg`);
    workbench = await Workbench.open({
      name: 'running-batch',
      files: Object.fromEntries(names.map((name) => [name, photo])),
    });
  });

  after(() => workbench?.close());

  it('sees it expanded with its progress, cancels the rest, and retries that', async () => {
    const { jobs } = workbench;
    await workbench.convert(['many'], 'jxl');
    await jobs.describes(batch, /^\d+ of 24/);
    // Nothing ends while the user looks and clicks.
    const resume = hold(workbench.localServices().flatMap((pid) => [pid, ...descendantsOf(pid)]));
    await jobs.row('23.jpg').waitFor();
    await jobs.clickInline(batch, 'Cancel');
    resume();
    await jobs.describes(batch, /^\d+ of 24, \d+ canceled · /);
    await jobs.shows(batch);
    await jobs.choose(batch, 'Retry');
    await jobs.describes(batch, /^24 files · -\d+%/);
  });

  it('is asked before many editors open', async () => {
    await workbench.jobs.choose(batch, 'Open Source');
    await workbench.notifications.asks('Open 24 files?');
    await workbench.notifications.answer('Cancel');
  });
});
