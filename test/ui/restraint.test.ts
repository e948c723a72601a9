import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatTitle } from '../../src/vscode/text/formats.ts';
import { eventually } from '../support/eventually.ts';
import { StandaloneService, testKey } from '../support/service/standalone.ts';
import { storeKey } from '../support/workbench/storeKey.ts';
import { untrusted } from '../support/workbench/untrusted.ts';
import { Workbench } from '../support/workbench/workbench.ts';

/** Where the pick for these files says that a conversion to PNG runs. */
async function placeOf(
  workbench: Workbench,
  names: readonly [string, ...string[]],
): Promise<string | undefined> {
  await workbench.page.keyboard.press('Control+Shift+E');
  await workbench.explorer.choose([...names], 'Convert & Compress', 'Convert To…');
  const rows = await workbench.quickInput.read();
  await workbench.quickInput.cancel();
  return rows.find(({ label }) => label === formatTitle('avif'))?.description;
}

describe('With a key stored, a person’s files', () => {
  let service: StandaloneService;
  let workbench: Workbench;
  const network = 'Network, ≥ 1 credit a file · or on this computer';
  const here = 'This computer';

  before(async () => {
    service = await StandaloneService.start(['--plan', 'pro', '--credits', '100']);
  });

  afterEach(() => workbench?.close());
  after(() => service?.stop());

  const open = async (name: string, settings: Readonly<Record<string, unknown>>): Promise<void> => {
    workbench = await Workbench.open({
      name,
      settings: { 'fileUtilityNetwork.baseUrl': service.api.baseUrl, ...settings },
    });
  };
  const balance = async (): Promise<unknown> =>
    (await service.api.call('/convert/entitlements/me')).json?.['remainingCredits'];

  it('stay on this computer where “neverUpload” names them, in the person’s settings or the workspace’s', async () => {
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
    // The workspace has added to the person's globs, and taken none away.
    assert.equal(await placeOf(workbench, ['cat.png']), here);
    assert.equal(await placeOf(workbench, ['rocket.webp']), network);

    await workbench.updateSettings({ 'fileUtilityNetwork.runOn': 'networkOnly' });
    await workbench.page.keyboard.press('Control+Shift+E');
    await workbench.explorer.choose(['cat.png'], 'Convert & Compress', 'Compress');
    await workbench.notifications.read(/Your settings keep this file from being uploaded\./);
    assert.equal(await balance(), 100);
  });

  it('stay on this computer while the workspace is not trusted', async () => {
    await open('untrusted', {
      ...untrusted,
    });
    await storeKey(workbench, testKey);
    assert.equal(await placeOf(workbench, ['coffee.jpg']), here);
    await workbench.runCommand('Workspaces: Manage Workspace Trust');
    await workbench.page.getByRole('button', { name: 'Trust', exact: true }).click();
    await workbench.closeModalEditor();
    await eventually(
      () => placeOf(workbench, ['coffee.jpg']),
      (place) => place === network,
    );
  });
});
