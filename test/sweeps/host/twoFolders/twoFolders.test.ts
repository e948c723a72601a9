import assert from 'node:assert/strict';
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { extensionId, tools } from '../../../../src/manifest.ts';
import type { FileUtilityNetwork, FileUtilityNetworkApi } from '../../../../src/vscode/api/api.ts';
import { callTool } from '../../../host/callTool.ts';

describe('A workspace with two folders', () => {
  const [trip, second] = vscode.workspace.workspaceFolders ?? [];
  const inSecond = (name: string): string => path.join(second?.uri.fsPath ?? '', name);
  const pictures = (): vscode.Uri[] => [
    vscode.Uri.file(path.join(trip?.uri.fsPath ?? '', 'espresso.png')),
    vscode.Uri.file(inSecond('espresso.png')),
  ];
  let api: FileUtilityNetworkApi;

  before(async () => {
    assert.deepEqual([trip?.name, second?.name], ['trip', 'second']);
    await cp(path.join(trip?.uri.fsPath ?? '', 'espresso.png'), inSecond('espresso.png'));
    const ours = vscode.extensions.getExtension<FileUtilityNetwork>(extensionId);
    assert.ok(ours);
    api = (await ours.activate()).getApi(1);
  });

  it('gets API results in each file’s own folder, even with a preset of the workspace', async () => {
    const beside = await api.convert(pictures(), { target: 'webp' });
    const below = await api.convert(pictures(), { preset: 'Ours' });
    const outputs = [...beside, ...below].map(({ output }) =>
      output === undefined ? '' : vscode.workspace.asRelativePath(output),
    );
    assert.deepEqual(outputs, [
      'trip/espresso.webp',
      'second/espresso.webp',
      'trip/web/espresso.webp',
      'second/web/espresso.webp',
    ]);
  });

  it('has chat tools name files by their folder', async () => {
    await api.convert(pictures(), { target: 'gif' });
    const { entries } = await callTool(tools.jobs, {});
    const files = entries.map(({ file }: { file: string }) => file);
    assert.deepEqual(new Set(files), new Set(['trip/espresso.png', 'second/espresso.png']));
  });

  it('has chat tools find files by folder, or by a path in one of the folders', async () => {
    for (const name of ['second/notes.xyz', 'notes.xyz', inSecond('notes.xyz')]) {
      const { notSaved, entries } = await callTool(tools.convert, { files: [name], target: 'webp' });
      assert.deepEqual([notSaved, entries[0].file], [1, 'second/notes.xyz'], name);
    }
    for (const name of [
      'third/notes.xyz',
      'second/../../notes.txt',
      '../cat.png',
      path.dirname(inSecond('')),
    ]) {
      const call = callTool(tools.compress, { files: [name] });
      await assert.rejects(call, /isn’t a file or folder in the workspace\./, name);
    }
  });

  after(async () => {
    for (const { fsPath } of pictures()) {
      const folder = path.dirname(fsPath);
      for (const name of ['espresso.webp', 'espresso.gif', 'web'])
        await rm(path.join(folder, name), { recursive: true, force: true });
    }
  });
});
