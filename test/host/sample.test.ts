import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../src/manifest.ts';
import { root } from '../support/paths.ts';

describe('The sample file that a command tries', () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const inFolder = (name: string): string => path.join(folder, name);

  afterEach(async () => {
    for (const name of ['sample', 'sample (1)', 'sample (2)', 'sample-compressed', 'sample (1)-compressed'])
      await rm(inFolder(`${name}.png`), { force: true });
  });

  it('is copied into the open folder once, and stays there with its result', async () => {
    await compressSample();
    await compressSample();
    assert.deepEqual(
      await readFile(inFolder('sample.png')),
      await readFile(path.join(root, 'media/sample.png')),
    );
    const made = await readFile(inFolder('sample-compressed.png'));
    assert.ok(made.length < (await readFile(inFolder('sample.png'))).length);
    await assert.rejects(readFile(inFolder('sample (1).png')), { code: 'ENOENT' });
  });

  it('never overwrites a file of the user’s', async () => {
    await writeFile(inFolder('sample.png'), 'mine');
    await compressSample();
    await compressSample();
    assert.equal(await readFile(inFolder('sample.png'), 'utf8'), 'mine');
    assert.ok((await readFile(inFolder('sample (1)-compressed.png'))).length > 0);
    await assert.rejects(readFile(inFolder('sample (2).png')), { code: 'ENOENT' });
  });
});

async function compressSample(): Promise<void> {
  await vscode.commands.executeCommand(commands.trySample, 'compress');
}
