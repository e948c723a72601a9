import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { commands } from '../../src/manifest.ts';
import { decodedFile } from '../support/service/decodedImage.ts';
import { psnr } from '../support/service/raster.ts';
import { compress, Sandbox, withSettings } from './sandbox.ts';

describe('The compress command called from code', () => {
  let sandbox: Sandbox;

  beforeEach(async () => {
    sandbox = await Sandbox.create();
  });

  afterEach(() => sandbox.remove());

  it('saves a smaller file beside the source', async () => {
    const source = await sandbox.add('sample/coffee.jpg');
    const [result] = await compress([source]);
    assert.equal(result?.output, sandbox.path('coffee-compressed.jpg'));
    const output = sandbox.path('coffee-compressed.jpg');
    assert.ok((await stat(output)).size < (await stat(source.fsPath)).size);
    assert.ok(psnr(await decodedFile(output), await decodedFile(source.fsPath)) > 30);
  });

  it('writes no file if nothing would be saved', async () => {
    const source = await sandbox.add('images/optimised.jpg');
    const [result] = await compress([source]);
    assert.deepEqual([result?.status, result?.output], ['done', undefined]);
    assert.deepEqual(await readdir(sandbox.folder), ['optimised.jpg']);
  });

  it('replaces the source only on request, and undo restores it', async () => {
    const source = await sandbox.add('sample/coffee.jpg');
    const original = await readFile(source.fsPath);
    const [result] = await withSettings({ 'compress.replaceSource': true }, () => compress([source]));
    assert.equal(result?.output, source.fsPath);
    assert.ok((await readFile(source.fsPath)).length < original.length);
    assert.deepEqual(await readdir(sandbox.folder), ['coffee.jpg']);
    await vscode.commands.executeCommand(commands.undoLastBatch);
    assert.ok(original.equals(await readFile(source.fsPath)));
  });

  it('names the output after the setting', async () => {
    const source = await sandbox.add('sample/coffee.jpg');
    const [result] = await withSettings({ 'compress.suffix': '.min' }, () => compress([source]));
    assert.equal(result?.output, sandbox.path('coffee.min.jpg'));
  });
});
