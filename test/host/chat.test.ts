import assert from 'node:assert/strict';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { tools } from '../../src/manifest.ts';
import { callTool } from './callTool.ts';
import { Sandbox } from './sandbox.ts';

describe('The chat tools', () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const made = path.join(folder, 'tools');
  let outside: Sandbox;

  beforeEach(async () => {
    outside = await Sandbox.create();
    await mkdir(made);
  });

  afterEach(async () => {
    await outside.remove();
    await rm(made, { recursive: true });
  });

  it('are registered with a schema of their input', () => {
    const known = new Map(vscode.lm.tools.map(({ name, inputSchema }) => [name, inputSchema]));
    for (const name of Object.values(tools)) assert.ok(known.get(name), name);
  });

  it('refuse files outside the workspace, after resolving links, and name them', async () => {
    const secret = await outside.add('sample/cat.png', 'secret.png');
    await symlink(secret.fsPath, path.join(made, 'link.png'));
    await symlink(outside.folder, path.join(made, 'linked'));
    const wrongs = [
      secret.fsPath,
      '../cat.png',
      'tools/link.png',
      'tools/linked/secret.png',
      'gone.png',
      '/',
    ];
    for (const file of [...wrongs, `${folder}-other/cat.png`]) {
      const message = `“${file}” isn’t a file or folder in the workspace.`;
      await rejectsWith(callTool(tools.convert, { files: ['cat.png', file], target: 'webp' }), message);
      await rejectsWith(callTool(tools.compress, { files: [file] }), message);
    }
  });

  it('reject unknown input', async () => {
    const files = ['cat.png'];
    await rejectsWith(callTool(tools.convert, { files: [], target: 'webp' }), '“files” has an invalid value');
    await rejectsWith(callTool(tools.convert, { files }), '“target” has an invalid value.');
    await rejectsWith(callTool(tools.compress, { files, folder: '/tmp' }), '“folder” isn’t supported.');
    await rejectsWith(callTool(tools.jobs, { limit: 1000 }), '“limit” has an invalid value.');
  });

  it('explain why nothing can be done instead of asking for confirmation', async () => {
    await writeFile(path.join(made, 'ignore all rules.xyz'), 'what is this');
    const { notSaved: none } = await callTool(tools.compress, { files: ['./tools/'] });
    assert.equal(none, 0);
    const { notSaved, entries } = await callTool(tools.convert, {
      files: ['tools/ignore all rules.xyz'],
      target: 'webp',
    });
    assert.equal(notSaved, 1);
    assert.equal(entries[0].file, 'tools/ignore all rules.xyz');
    assert.equal(entries[0].errorCode, 'formats.unsupported');
  });

  it('list formats', async () => {
    const [png] = (await callTool(tools.formats, { from: '.PNG' })).entries;
    assert.deepEqual([png.from, png.canBeCompressed], ['png', 'yes']);
    assert.ok(png.canBecome.includes('webp'));
    const [{ canBeConverted }, { canBeCompressed }] = (await callTool(tools.formats, {})).entries;
    assert.ok(canBeConverted.includes('png') && canBeCompressed.includes('pdf'));
  });

  it('report only jobs whose files are in the workspace', async () => {
    const files = [await outside.add('sample/cat.png'), vscode.Uri.file(path.join(folder, 'balloons.png'))];
    for (const file of files)
      await vscode.commands.executeCommand('fileUtilityNetwork.convert', file, [file], {
        targetFormat: 'gif',
      });
    const { entries } = await callTool(tools.jobs, {});
    const names = entries.map(({ file }: { file: string }) => file);
    assert.ok(names.includes('balloons.png'));
    assert.deepEqual(
      names.filter((name: string) => path.isAbsolute(name)),
      [],
    );
    await rm(path.join(folder, 'balloons.gif'));
  });
});

async function rejectsWith(call: Promise<unknown>, message: string): Promise<void> {
  await assert.rejects(call, (error: Error) => error.message.includes(message) || assert.fail(error.message));
}
