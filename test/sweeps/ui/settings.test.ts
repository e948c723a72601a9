import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { extensionId } from '../../../src/manifest.ts';
import { eventually } from '../../support/eventually.ts';
import { exactly } from '../../support/workbench/text.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

describe('A user of the Settings editor', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({ name: 'settings' });
    await workbench.runCommand('Preferences: Open Settings (UI)');
    await editor().locator('.settings-header .monaco-editor').first().click();
    await workbench.page.keyboard.type(`@ext:${extensionId}`);
  });

  after(() => workbench.close());

  const editor = (): Locator => workbench.page.locator('.settings-editor');
  const group = (title: string): Locator =>
    editor().locator('.settings-toc-entry', { hasText: exactly(title) });
  const setting = (id: string): Locator => editor().locator(`[data-key="fileUtilityNetwork.${id}"]`);

  /** Waits for the groups, below the name of the extension. */
  const findsGroups = async (...titles: string[]): Promise<void> => {
    await eventually(
      () => editor().locator('.settings-toc-entry').allInnerTexts(),
      (entries) => entries.slice(2).join() === titles.join(),
    );
  };
  /** Selects a group, and waits until it begins with a setting. */
  const openGroup = async (title: string, first: string): Promise<void> => {
    await group(title).click();
    const row = editor().locator('.settings-tree-container .monaco-list-row').first();
    await eventually(
      () => row.locator('[data-key]').getAttribute('data-key'),
      (key) => key === `fileUtilityNetwork.${first}`,
    );
  };

  it('finds the settings in groups, those for developers last', async () => {
    await findsGroups('Output', 'Compression', 'Network', 'Advanced');
    await openGroup('Output', 'output.folder');
    await workbench.screenshot('settings-output');
    await openGroup('Compression', 'compress.suffix');
    await openGroup('Network', 'runOn');
    await workbench.screenshot('settings-network');
    await openGroup('Advanced', 'jobs.keepDays');
    const rows = editor().locator('.settings-tree-container .monaco-list-row [data-key]');
    assert.equal(await rows.last().getAttribute('data-key'), 'fileUtilityNetwork.service.dialect');
    await workbench.screenshot('settings-advanced');
  });

  it('chooses by description where files are processed', async () => {
    await openGroup('Network', 'runOn');
    const box = setting('runOn').locator('select');
    assert.deepEqual(await box.locator('option').allInnerTexts(), [
      'Network first',
      'This computer first',
      'Only this computer',
      'Only the network',
    ]);
    await box.click();
    const words = workbench.page.locator('.monaco-select-box-dropdown-container .option-text');
    await workbench.page
      .locator('.select-box-details-pane', { hasText: 'Otherwise, use this computer.' })
      .waitFor();
    await workbench.screenshot('settings-choice');
    await words.getByText('Only this computer', { exact: true }).click();
    await eventually(
      () => workbench.readSettings(),
      (text) => text['fileUtilityNetwork.runOn'] === 'localOnly',
    );
  });

  it('follows links between settings, and to the command that does the rest', async () => {
    await setting('runOn').getByText('Set Up Network…', { exact: true }).click();
    await workbench.quickInput.atStep(1, 5);
    await workbench.quickInput.cancel();
    await setting('runOn').getByText('File Utility Network: Never Upload', { exact: true }).click();
    await eventually(
      () => setting('neverUpload').isVisible(),
      (isVisible) => isVisible,
    );
  });

  it('sets limits and program paths for the machine, here a remote one', async () => {
    await editor().getByText('Remote [').click();
    await findsGroups('Output', 'Compression', 'Network', 'This Computer');
    await openGroup('This Computer', 'local.parallel');
    await setting('local.tools.ffmpeg').waitFor();
    await workbench.screenshot('settings-remote');
  });
});
