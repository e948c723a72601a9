import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
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

  const inFolder = (name: string): string => path.join(workbench.folder, name);
  const sizeOf = async (name: string): Promise<number> => (await stat(inFolder(name))).size;
  const clipboard = async (): Promise<string> =>
    workbench.page.evaluate(() => navigator.clipboard.readText());

  it('reads that there is nothing to export before the first job', async () => {
    await workbench.runCommand('File Utility Network: Export Savings as CSV…');
    await workbench.notifications.read(/^There’s nothing to export yet/);
  });

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

  it('exports them, with the files’ actual sizes', async () => {
    await workbench.runCommand('File Utility Network: Export Savings as CSV…');
    await workbench.quickInput.submitFile(inFolder('mine.csv'), 'coffee.jpg');
    await workbench.notifications.read(/^Saved .*mine\.csv\.$/);
    const [head, line] = (await readFile(inFolder('mine.csv'), 'utf8')).split('\r\n');
    assert.equal(head, 'day,tool,place,files,bytes_before,bytes_after,credits');
    const [day, ...others] = line?.split(',') ?? [];
    assert.match(day ?? '', /^\d{4}-\d{2}-\d{2}$/);
    const sizes = [await sizeOf('coffee.jpg'), await sizeOf('coffee-compressed.jpg')];
    assert.deepEqual(others, ['compress', 'local', '1', ...sizes.map(String), '0']);
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
