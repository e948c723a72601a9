import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { combine, Sandbox } from './sandbox.ts';

describe('Combining files with the convert command from code', () => {
  let sandbox: Sandbox;
  let name: string;

  beforeEach(async () => {
    sandbox = await Sandbox.create();
    name = path.basename(sandbox.folder);
  });

  afterEach(() => sandbox.remove());

  it('makes one PDF beside the files, named after their folder', async () => {
    const files = [await sandbox.add('sample/coffee.jpg'), await sandbox.add('sample/cat.png')];
    const [result, ...others] = await combine(files, 'pdf');
    assert.deepEqual(others, []);
    assert.equal(result?.status, 'done', JSON.stringify(result));
    assert.equal(result.output, sandbox.path(`${name}.pdf`));
    assert.equal(result.source, files[0]?.fsPath);
    const [byName] = await combine(files, '.PDF', { order: 'name', options: { pageSize: 'A5' } });
    assert.equal(byName?.source, files[1]?.fsPath);
    assert.equal(byName?.output, sandbox.path(`${name} (1).pdf`));
  });

  it('zips a folder without hidden files, links, and excluded files', async () => {
    await mkdir(sandbox.path('trip/deep/node_modules'), { recursive: true });
    for (const file of ['trip/a.txt', 'trip/deep/b', 'trip/.hidden', 'trip/deep/node_modules/c.js'])
      await writeFile(sandbox.path(file), file);
    await symlink(sandbox.path('trip/a.txt'), sandbox.path('trip/link.txt'));
    const [result] = await combine([sandbox.uri('trip')], 'zip');
    assert.equal(result?.status, 'done', JSON.stringify(result));
    assert.equal(result.output, sandbox.path('trip.zip'));
    const program = 'import sys, zipfile; print("\\n".join(sorted(zipfile.ZipFile(sys.argv[1]).namelist())))';
    const names = execFileSync('python3', ['-c', program, result.output]).toString().trim().split('\n');
    assert.deepEqual(names, ['trip/a.txt', 'trip/deep/b']);
  });

  it('resolves with the reasons for skipped files and exceeded limits, and never rejects', async () => {
    await writeFile(sandbox.path('notes.txt'), 'words');
    const results = await combine([sandbox.uri('notes.txt'), await sandbox.add('sample/cat.png')], 'pdf');
    assert.deepEqual(
      results.map(({ status, error }) => [status, error?.code]),
      [
        ['done', undefined],
        ['failed', 'formats.unsupported'],
      ],
    );
    const [gone] = await combine([sandbox.uri('gone.png'), sandbox.uri('lost.png')], 'pdf');
    assert.deepEqual([gone?.status, gone?.error?.code], ['failed', 'file.missing']);
    const many = Array.from({ length: 1001 }, (_, index) => vscode.Uri.file(sandbox.path(`${index}.txt`)));
    const [first] = await combine(many, 'zip');
    assert.equal(first?.error?.code, 'formats.too_many');
  });
});
