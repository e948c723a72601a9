import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp, readdir } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { commands, webviews } from '../../../src/manifest.ts';
import { eventually } from '../../support/eventually.ts';
import { root } from '../../support/paths.ts';
import { newRepository, turnGitOff, turnGitOn } from '../../host/gitRepository.ts';
import { Sandbox } from '../../host/sandbox.ts';

/** Runs the command with the arguments that an item of VS Code's timeline passes. */
const compare = (ref: string, file: vscode.Uri): Thenable<unknown> =>
  vscode.commands.executeCommand(commands.compareWithGit, { ref }, file);

describe('Compare with Git Version', () => {
  let sandbox: Sandbox;

  before(turnGitOn);
  after(turnGitOff);

  beforeEach(async () => {
    sandbox = await Sandbox.create();
    await newRepository(sandbox.folder);
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await sandbox.remove();
  });

  const git = (...given: readonly string[]): string =>
    execFileSync('git', ['-C', sandbox.folder, ...given], { encoding: 'utf8' });

  /** Commits a fixture, and then changes the file. */
  async function changed(before: string, after: string, name: string): Promise<vscode.Uri> {
    const file = await sandbox.add(before, name);
    git('add', name);
    git('commit', '-q', '-m', 'Add a file');
    await cp(path.join(root, 'test/fixtures', after), file.fsPath);
    return file;
  }

  it('shows the Markdown of a committed and a changed document in the diff editor', async () => {
    const file = await changed('documents/harbour.docx', 'documents/voyage.docx', 'report.docx');
    await compare('HEAD', file);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const [before, after] = await Promise.all(
      [input.original, input.modified].map((uri) => vscode.workspace.openTextDocument(uri)),
    );
    assert.match(before?.getText() ?? '', /^# .*[Hh]arbour/m);
    assert.match(after?.getText() ?? '', /^# The Voyage$/m);
    assert.equal(
      vscode.window.tabGroups.activeTabGroup.activeTab?.label,
      'report.docx (HEAD) ↔ Working Tree',
    );
    assert.deepEqual((await readdir(sandbox.folder)).toSorted(), ['.git', 'report.docx']);
  });

  it('shows a staged image beside the changed one as pictures', async () => {
    const file = await changed('sample/coffee.jpg', 'images/adobe-rgb.jpg', 'photo.jpg');
    await compare('', file);
    const tab = await eventually(
      () => vscode.window.tabGroups.activeTabGroup.activeTab,
      (active) => active?.input instanceof vscode.TabInputWebview,
    );
    assert.ok(tab?.input instanceof vscode.TabInputWebview);
    assert.match(tab.input.viewType, new RegExp(webviews.compare));
    assert.equal(tab.label, 'photo.jpg (Index) ↔ photo.jpg');
  });

  it('shows other files unchanged in the diff editor', async () => {
    const file = await changed('data/countries.json', 'data/countries.csv', 'countries.json');
    await compare('HEAD', file);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.deepEqual([input.original.scheme, input.modified.scheme], ['git', 'file']);
  });
});
