import assert from 'node:assert/strict';
import path from 'node:path';
import { eventually } from '../../support/eventually.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

describe('A user without a mouse', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({ name: 'active-editor' });
  });

  after(() => workbench?.close());

  it('converts the active editor’s file from the Command Palette and by shortcut', async () => {
    await workbench.explorer.row('coffee.jpg').dblclick();
    await workbench.page.locator('.tabs-container .tab', { hasText: 'coffee.jpg' }).waitFor();
    await workbench.runCommand('File Utility Network: Convert To…');
    await eventually(
      () => workbench.quickInput.title(),
      (title) => title === 'Convert coffee.jpg to',
    );
    await workbench.quickInput.submit('webp');
    await workbench.notifications.read(/^Saved coffee\.webp(?:, \d+% smaller)?\.$/);
    await workbench.page.keyboard.press('Control+Alt+Shift+Z');
    await workbench.notifications.read(/Saved coffee-compressed\.jpg, .* smaller\./);
  });

  it('converts and compresses the Explorer’s selection by shortcut, and keeps the clipboard', async () => {
    const { explorer, page } = workbench;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText('copied before'));
    await explorer.select('balloons.png', 'rocket.webp');
    await page.keyboard.press('Control+Alt+Shift+T');
    await eventually(
      () => workbench.quickInput.title(),
      (title) => title === 'Convert 2 files to',
    );
    await workbench.quickInput.cancel();
    await explorer.select('balloons.png', 'rocket.webp');
    await page.keyboard.press('Control+Alt+Shift+Z');
    await workbench.notifications.read(/Compressed 2 files/);
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'copied before');
  });

  it('is asked for files when no editor is open', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.page.locator('.tabs-container .tab').waitFor({ state: 'detached' });
    // A selection in the Explorer only counts while it has the focus.
    await workbench.page.locator('.part.editor').click();
    await workbench.runCommand('File Utility Network: Compress Files');
    await eventually(
      () => workbench.quickInput.title(),
      (title) => title === 'Compress',
    );
    await workbench.quickInput.submitFile(path.join(workbench.folder, 'cat.png'));
    await workbench.notifications.read(/Saved cat-compressed\.png, .* smaller\./);
  });
});
