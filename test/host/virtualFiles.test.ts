import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { commands, webviews } from '../../src/manifest.ts';
import { eventually } from '../support/eventually.ts';
import { root } from '../support/paths.ts';
import { photo } from '../support/service/fixtures.ts';
import { decodedImage } from '../support/service/decodedImage.ts';
import { MemoryFiles } from './memoryFiles.ts';
import { compress, convert, withSettings } from './sandbox.ts';

const scheme = 'file-utility-test';

const uri = (name: string): vscode.Uri => vscode.Uri.from({ scheme, path: `/${name}` });

/** The pictures of previews, which are in the temporary folders of their tabs. */
const pictures = (): string[] => globSync('*/p-*/*.png', { cwd: os.tmpdir() });

describe('A workspace on a virtual file system', () => {
  const files = new MemoryFiles();
  let registration: vscode.Disposable;

  before(() => {
    registration = vscode.workspace.registerFileSystemProvider(scheme, files, { isCaseSensitive: true });
  });
  after(() => registration.dispose());

  beforeEach(async () => {
    files.clear();
    files.writeFile(uri('coffee.jpg'), await readFile(path.join(root, 'test/fixtures/sample/coffee.jpg')));
  });

  it('gets complete results beside their sources, and nothing else', async () => {
    const before = files.readFile(uri('coffee.jpg'));
    const [result] = await convert([uri('coffee.jpg')], 'webp');
    assert.equal(result?.status, 'done', JSON.stringify(result));
    assert.deepEqual(files.names(), ['coffee.jpg', 'coffee.webp']);
    const output = Buffer.from(files.readFile(uri('coffee.webp')));
    assert.equal((await decodedImage(output)).format, 'WEBP');
    assert.ok(Buffer.from(before).equals(files.readFile(uri('coffee.jpg'))));
  });

  it('has files overwritten only if the user wants to replace them', async () => {
    files.writeFile(uri('coffee.webp'), Buffer.from('mine'));
    await convert([uri('coffee.jpg')], 'webp');
    assert.deepEqual(files.names(), ['coffee (1).webp', 'coffee.jpg', 'coffee.webp']);
    assert.equal(Buffer.from(files.readFile(uri('coffee.webp'))).toString(), 'mine');
    const sizeBefore = files.readFile(uri('coffee.jpg')).length;
    await withSettings({ 'compress.replaceSource': true }, () => compress([uri('coffee.jpg')]));
    assert.ok(files.readFile(uri('coffee.jpg')).length < sizeBefore);
  });

  it('gets results in a new folder, and undo removes both', async () => {
    const [result] = await withSettings(
      { 'output.folder': 'out/${ext}', 'output.name': '${name}-${width}' },
      () => convert([uri('coffee.jpg')], 'webp'),
    );
    assert.equal(result?.status, 'done', JSON.stringify(result));
    const [output = '', source] = files.names().toReversed();
    assert.match(output, /^out\/webp\/coffee-\d+\.webp$/);
    assert.equal(source, 'coffee.jpg');
    await vscode.commands.executeCommand(commands.undoLastBatch);
    assert.deepEqual([files.names(), files.folders()], [['coffee.jpg'], []]);
  });

  it('shows a preview of a temporary copy, which is deleted with the tab', async () => {
    files.writeFile(uri('photo.jp2'), await readFile(photo('jp2')));
    await vscode.commands.executeCommand('vscode.openWith', uri('photo.jp2'), webviews.preview);
    // VS Code notifies the tab of the file that was just written, so the tab renders it again and removes the first
    // picture.
    const picture = await eventually(
      async () => {
        const [name = ''] = pictures();
        const content = readFile(path.join(os.tmpdir(), name));
        return content.then((png) => decodedImage(png)).catch(() => undefined);
      },
      (inspected) => inspected !== undefined,
    );
    assert.deepEqual([picture?.format, (picture?.width ?? 0) > 0], ['PNG', true]);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await eventually(pictures, ({ length }) => length === 0);
    assert.deepEqual(files.names(), ['coffee.jpg', 'photo.jp2']);
  });

  it('explains that a file is too large to hold in memory', async () => {
    files.pretend(uri('coffee.jpg'), 65 * 1024 * 1024);
    const [result] = await convert([uri('coffee.jpg')], 'webp');
    assert.deepEqual([result?.status, result?.error?.code], ['failed', 'file.too_large']);
    assert.deepEqual(files.names(), ['coffee.jpg']);
  });
});
