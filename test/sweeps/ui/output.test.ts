import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../../support/eventually.ts';
import { untrusted } from '../../support/vscode/settings.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

describe('A workspace that sets the output folder', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({ name: 'output', settings: untrusted });
    await mkdir(workbench.file('.vscode'));
  });

  after(() => workbench?.close());

  const set = async (folder: string): Promise<void> => {
    await writeFile(
      workbench.file('.vscode/settings.json'),
      JSON.stringify({ 'fileUtilityNetwork.output.folder': folder }),
    );
  };
  /** Opens the list of formats until it names this destination, and picks one. */
  const convert = async (destination: string, format: string): Promise<void> => {
    const { quickInput } = workbench;
    const expected = `Choose a format${destination}`;
    await eventually(
      async () => {
        await workbench.choose(['cat.png'], 'Convert To…');
        await quickInput.read();
        const text = await quickInput.input.getAttribute('placeholder');
        if (text !== expected) await quickInput.cancel();
        return text;
      },
      (text) => text === expected,
    );
    await quickInput.pickFormat(format);
  };

  it('is ignored while it isn’t trusted', async () => {
    await set('out');
    await convert('', 'webp');
    await workbench.notifications.read('Saved cat.webp');
    assert.ok(existsSync(workbench.file('cat.webp')) && !existsSync(workbench.file('out')));
  });

  it('is followed once it is trusted, until undo', async () => {
    await workbench.trust();
    await convert(' → out/cat.…', 'avif');
    await workbench.notifications.read('Saved cat.avif');
    assert.ok(existsSync(workbench.file('out/cat.avif')));
    await workbench.notifications.click('Saved cat.avif', 'Undo');
    await workbench.has('out', false);
  });

  it('is reported and ignored if the folder is outside', async () => {
    const outside = path.join(path.dirname(workbench.folder), 'stolen');
    await set(outside);
    await convert('', 'gif');
    await workbench.notifications.read(
      /the workspace’s folder for results, is outside of the workspace, so it’s ignored/,
    );
    await workbench.notifications.read('Saved cat.gif');
    assert.ok(existsSync(workbench.file('cat.gif')) && !existsSync(outside));
  });
});
