import assert from 'node:assert/strict';
import path from 'node:path';
import { eventually } from '../../support/eventually.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

describe('A user who looks at savings', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({ name: 'savings' });
    await workbench.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });

  after(() => workbench.close());

  const clipboard = async (): Promise<string> =>
    workbench.page.evaluate(() => navigator.clipboard.readText());

  it('reads this month’s savings above the jobs', async () => {
    await workbench.explorer.choose(['coffee.jpg'], 'Convert & Compress', 'Compress');
    await workbench.notifications.read(/^Saved coffee-compressed\.jpg, \d+% smaller\.$/);
    const jobs = workbench.viewContainer('Convert & Compress');
    await jobs.open();
    await eventually(
      () => jobs.message(),
      (message) => /^This month: [\d.,]+ [KM]B saved$/.test(message),
    );
    await workbench.screenshot('month-saved');
  });

  it('sees an undo subtracted', async () => {
    await workbench.runCommand('File Utility Network: Undo Last Conversion or Compression');
    await workbench.explorer.show();
    await workbench.explorer.choose(['coffee.jpg'], 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.read(/^Saved coffee\.webp(?:, \d+% smaller)?\.$/);
    const jobs = workbench.viewContainer('Convert & Compress');
    await jobs.open();
    await jobs.read();
    await eventually(
      () => jobs.message(),
      (message) => message === '',
    );
  });

  it('copies diagnostics without names of files and folders', async () => {
    await workbench.runCommand('File Utility Network: Copy Diagnostics');
    await workbench.notifications.click(
      'Copied. The text contains no file names, addresses, or keys.',
      'Show Text',
    );
    const text = await clipboard();
    assert.match(text, /^File Utility Network \d+\.\d+\.\d+\nVS Code 1\.\d+/);
    assert.match(text, /^- FFmpeg .*, (?:not sandboxed|sandboxed by \w+)/m);
    assert.match(text, /^- done: 1$/m);
    for (const name of ['coffee', path.basename(workbench.folder)]) assert.ok(!text.includes(name));
    await workbench.page.locator('.view-lines', { hasText: 'Changed settings' }).waitFor();
    await workbench.screenshot('diagnostics');
  });
});
