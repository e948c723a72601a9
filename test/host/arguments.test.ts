import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import * as vscode from 'vscode';
import { commands } from '../../src/manifest.ts';
import type { BatchFileResult } from '../../src/vscode/batch/runBatch.ts';
import { decodedFile } from '../support/service/decodedImage.ts';
import { Sandbox, withSettings } from './sandbox.ts';

const call = async (command: string, uri: vscode.Uri, args: unknown): Promise<BatchFileResult[]> =>
  vscode.commands.executeCommand(command, uri, [uri], args);

describe('Arguments of a command called from code', () => {
  let sandbox: Sandbox;

  beforeEach(async () => {
    sandbox = await Sandbox.create();
  });

  afterEach(() => sandbox.remove());

  it('can be options, a folder, and a name', async () => {
    const source = await sandbox.add('sample/coffee.jpg');
    const [result] = await call(commands.convert, source, {
      targetFormat: 'webp',
      options: { width: 40 },
      outputFolder: 'small',
      outputName: '${name}-${width}',
    });
    assert.equal(result?.output, sandbox.path('small', 'coffee-40.webp'));
    assert.equal((await decodedFile(result?.output ?? '')).width, 40);
    const [compressed] = await call(commands.compress, source, {
      options: { metadata: 'stripAll' },
      outputName: '${name}-clean',
    });
    assert.equal(compressed?.output, sandbox.path('coffee-clean.jpg'));
  });

  it('can be a preset whose options are overridden', async () => {
    const source = await sandbox.add('sample/cat.png');
    const presets = {
      Web: { target: 'webp', options: { width: 30 }, name: '${name}-${preset}' },
      Small: { tool: 'compress', folder: 'out' },
    };
    await withSettings({ presets }, async () => {
      const [web] = await call(commands.convert, source, { preset: 'Web', options: { width: 20 } });
      assert.equal(web?.output, sandbox.path('cat-Web.webp'));
      assert.equal((await decodedFile(web?.output ?? '')).width, 20);
      const [small] = await call(commands.compress, source, { preset: 'Small' });
      assert.ok(small?.output?.startsWith(sandbox.path('out')));
    });
  });

  it('are rejected with one coded error before anything happens', async () => {
    const source = await sandbox.add('sample/cat.png');
    const wrongs: [command: string, args: unknown, detail: RegExp][] = [
      [commands.convert, { targetFormat: 5 }, /“targetFormat” has an invalid value/],
      [commands.convert, { target: 'webp' }, /“target” isn’t supported/],
      [commands.convert, 'webp', /Expected an object/],
      [commands.convert, { preset: 'Nobody' }, /The preset “Nobody” doesn’t exist/],
      [commands.compress, { targetFormat: 'webp' }, /“targetFormat” isn’t supported/],
    ];
    for (const [command, args, message] of wrongs) {
      await assert.rejects(call(command, source, args), { code: 'arguments.invalid', message });
    }
    assert.deepEqual(await readdir(sandbox.folder), ['cat.png']);
  });

  it('fail only the files whose service lacks an option or whose name is invalid', async () => {
    const source = await sandbox.add('sample/cat.png');
    const [unknown] = await call(commands.convert, source, { targetFormat: 'webp', options: { glow: 5 } });
    assert.equal(unknown?.error?.code, 'request.invalid_option');
    const [nowhere] = await call(commands.convert, source, { targetFormat: 'webp', outputName: 'a/b' });
    assert.equal(nowhere?.error?.code, 'output.name_with_folder');
  });
});
