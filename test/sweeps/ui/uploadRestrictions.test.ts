import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { tools } from '../../../src/manifest.ts';
import { eventually } from '../../support/eventually.ts';
import { cache } from '../../support/paths.ts';
import { StandaloneService, testKey } from '../../support/service/standalone.ts';
import { Caller } from '../../support/workbench/caller.ts';
import { storeKey } from '../../support/workbench/storeKey.ts';
import { untrusted } from '../../support/workbench/untrusted.ts';
import { Workbench, type WorkbenchOptions } from '../../support/workbench/workbench.ts';

/** The service in the title of the list of formats for these files; empty for this computer. */
async function placeOf(workbench: Workbench, names: readonly [string, ...string[]]): Promise<string> {
  await workbench.page.keyboard.press('Control+Shift+E');
  await workbench.explorer.choose([...names], 'Convert & Compress', 'Convert To…');
  await workbench.quickInput.read();
  const [, ...place] = (await workbench.quickInput.title()).split(' · ');
  await workbench.quickInput.cancel();
  return place[0] === 'This computer' ? '' : place.join(' · ');
}

describe('A user’s files with a stored key', () => {
  let service: StandaloneService;
  let workbench: Workbench;
  const network = 'Network, ≥ 1 credit a file · or on this computer';
  const here = '';

  before(async () => {
    service = await StandaloneService.start(['--plan', 'pro', '--credits', '100']);
  });

  afterEach(() => workbench?.close());
  after(() => service?.stop());

  const open = async (
    name: string,
    settings: Readonly<Record<string, unknown>>,
    more: Partial<WorkbenchOptions> = {},
  ): Promise<void> => {
    workbench = await Workbench.open({
      ...more,
      name,
      settings: { 'fileUtilityNetwork.baseUrl': service.api.baseUrl, ...settings },
    });
  };
  const balance = async (): Promise<unknown> =>
    (await service.api.call('/convert/entitlements/me')).json?.['remainingCredits'];

  it('stay on this computer if “neverUpload” in user or workspace settings matches them', async () => {
    await open('never-upload', { 'fileUtilityNetwork.neverUpload': ['cat*'] });
    await storeKey(workbench, testKey);
    assert.equal(await placeOf(workbench, ['coffee.jpg']), network);
    assert.equal(await placeOf(workbench, ['cat.png']), here);

    const folder = path.join(workbench.folder, '.vscode');
    await mkdir(folder);
    await writeFile(
      path.join(folder, 'settings.json'),
      JSON.stringify({ 'fileUtilityNetwork.neverUpload': ['trip/**', '*.jpg'] }),
    );
    await eventually(
      () => placeOf(workbench, ['coffee.jpg']),
      (place) => place === here,
    );
    // The workspace has added to the user's globs, but removed none.
    assert.equal(await placeOf(workbench, ['cat.png']), here);
    assert.equal(await placeOf(workbench, ['rocket.webp']), network);

    await workbench.updateSettings({ 'fileUtilityNetwork.runOn': 'networkOnly' });
    await workbench.page.keyboard.press('Control+Shift+E');
    await workbench.explorer.choose(['cat.png'], 'Convert & Compress', 'Compress');
    await workbench.notifications.read(/Your settings keep this file from being uploaded\./);
    assert.equal(await balance(), 100);
  });

  it('stay on this computer while the workspace isn’t trusted', async () => {
    const caller = new Caller('untrusted');
    const calls = {
      'ctrl+alt+1': { name: tools.convert, input: { files: ['cat.png'], target: 'webp' } },
    };
    const file = path.join(cache, 'ui/untrusted/sample/cat.png');
    const rules = {
      'fileUtilityNetwork.presets': { Web: { target: 'webp' } },
      'fileUtilityNetwork.rules': [{ files: '**/*.png', preset: 'Web' }],
    };
    await open(
      'untrusted',
      { ...untrusted, ...rules },
      caller.options(calls, { 'ctrl+alt+2': { file, target: 'bmp' } }),
    );
    await storeKey(workbench, testKey);
    assert.equal(await placeOf(workbench, ['coffee.jpg']), here);

    await caller.call(workbench, 'Control+Alt+1');
    const question = await eventually(
      () => workbench.notifications.dialog.innerText(),
      (text) => text.includes('cat.png'),
    );
    assert.match(question, /On this computer, free of charge\.[^]*Nothing is uploaded\./);
    await workbench.notifications.answer('Yes');
    assert.match(await caller.answer(), /"saved":1/);
    await caller.call(workbench, 'Control+Alt+2');
    assert.equal(await caller.answer(), 'saved local');
    assert.equal(await balance(), 100);

    await workbench.runCommand('File Utility Network: Turn On Conversion Rules…');
    await workbench.notifications.read('Rules only apply in trusted workspaces.');
    assert.equal(await workbench.notifications.dialog.count(), 0);

    await workbench.runCommand('Workspaces: Manage Workspace Trust');
    await workbench.page.getByRole('button', { name: 'Trust', exact: true }).click();
    await workbench.closeModalEditor();
    await eventually(
      () => placeOf(workbench, ['coffee.jpg']),
      (place) => place === network,
    );
  });
});
