import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { tools } from '../../../src/manifest.ts';
import { eventually } from '../../support/eventually.ts';
import { cache } from '../../support/paths.ts';
import { untrusted } from '../../support/vscode/settings.ts';
import { Caller } from '../../support/workbench/caller.ts';
import { NetworkWindow } from '../../support/workbench/networkWindow.ts';
import type { Workbench, WorkbenchOptions } from '../../support/workbench/workbench.ts';

describe('A user’s files with a stored key', () => {
  let network: NetworkWindow;
  let workbench: Workbench;

  afterEach(() => network?.close());

  const open = async (options: WorkbenchOptions): Promise<void> => {
    network = await NetworkWindow.open({
      ...options,
      service: ['--plan', 'pro', '--credits', '100'],
      hasKey: true,
    });
    ({ workbench } = network);
  };
  const isFor = async (file: string, place: 'network' | 'this computer'): Promise<void> => {
    await eventually(
      async () => {
        await workbench.choose([file], 'Convert To…');
        await workbench.quickInput.read();
        const title = await workbench.quickInput.title();
        await workbench.quickInput.cancel();
        return title;
      },
      (title) => title.startsWith(`Convert ${file} to · Network`) === (place === 'network'),
    );
  };

  it('stay on this computer if “neverUpload” in user or workspace settings matches them', async () => {
    await open({ name: 'never-upload', settings: { 'fileUtilityNetwork.neverUpload': ['cat*'] } });
    await isFor('coffee.jpg', 'network');
    await isFor('cat.png', 'this computer');
    await mkdir(workbench.file('.vscode'));
    await writeFile(
      workbench.file('.vscode/settings.json'),
      JSON.stringify({ 'fileUtilityNetwork.neverUpload': ['trip/**', '*.jpg'] }),
    );
    await isFor('coffee.jpg', 'this computer');
    // The workspace has added to the user's globs, but removed none.
    await isFor('cat.png', 'this computer');
    await isFor('rocket.webp', 'network');

    await workbench.updateSettings({ 'fileUtilityNetwork.runOn': 'networkOnly' });
    await workbench.choose(['cat.png'], 'Compress');
    await workbench.notifications.read(/Your settings keep this file from being uploaded\./);
    assert.equal(await network.balance(), 100);
  });

  it('stay on this computer until the user trusts the workspace', async () => {
    const name = 'untrusted';
    const caller = new Caller(name);
    const calls = {
      'ctrl+alt+1': { name: tools.convert, input: { files: ['cat.png'], target: 'webp' } },
    };
    const file = path.join(cache, 'ui', name, 'sample/cat.png');
    const rules = {
      'fileUtilityNetwork.presets': { Web: { target: 'webp' } },
      'fileUtilityNetwork.rules': [{ files: '**/*.png', preset: 'Web' }],
    };
    await open({
      name,
      settings: { ...untrusted, ...rules },
      ...caller.options(calls, { 'ctrl+alt+2': { file, target: 'bmp' } }),
    });
    const { notifications } = workbench;
    await isFor('coffee.jpg', 'this computer');

    await caller.call(workbench, 'Control+Alt+1');
    assert.match(
      await notifications.asks('cat.png'),
      /On this computer, free of charge\.[^]*Nothing is uploaded\./,
    );
    await notifications.answer('Yes');
    assert.match(await caller.answer(), /"saved":1/);
    await caller.call(workbench, 'Control+Alt+2');
    assert.equal(await caller.answer(), 'saved local');
    assert.equal(await network.balance(), 100);

    await workbench.runCommand('File Utility Network: Turn On Conversion Rules…');
    await notifications.read('Rules only apply in trusted workspaces.');
    assert.equal(await notifications.dialog.count(), 0);

    await workbench.trust();
    await isFor('coffee.jpg', 'network');
  });
});
