import assert from 'node:assert/strict';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { commands, tools } from '../../src/manifest.ts';
import { eventually } from '../support/eventually.ts';
import { root } from '../support/paths.ts';
import { callTool } from './callTool.ts';
import { Sandbox } from './sandbox.ts';

const fixture = (name: string): string => path.join(root, 'test/fixtures/documents', name);

async function opened(file: vscode.Uri): Promise<vscode.TextDocument> {
  await vscode.commands.executeCommand(commands.openAsMarkdown, file, [file]);
  return vscode.window.activeTextEditor?.document ?? assert.fail('No editor is open.');
}

describe('Open as Markdown', () => {
  let sandbox: Sandbox;

  beforeEach(async () => {
    sandbox = await Sandbox.create();
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await sandbox.remove();
  });

  it('shows a document’s text below a line about what is missing, and writes nothing', async () => {
    const document = await opened(await sandbox.add('documents/harbour.docx'));
    const [first, , ...rest] = document.getText().split('\n');
    assert.match(
      first ?? '',
      /^> Text of harbour\.docx, read on this computer\. Not included: .*\blayout\b.*\.$/,
    );
    assert.equal(document.languageId, 'markdown');
    assert.match(rest.join('\n'), /^# .*[Hh]arbour/m);
    assert.deepEqual(await readdir(sandbox.folder), ['harbour.docx']);
  });

  it('marks the pages of a PDF', async () => {
    const text = (await opened(await sandbox.add('documents/text.pdf'))).getText();
    const anchors = [...text.matchAll(/^<a id="(page-\d+)"><\/a>$/gm)].map(([, id]) => id);
    assert.deepEqual(anchors, ['page-1', 'page-2', 'page-3']);
  });

  it('explains why a document can’t be read', async () => {
    const document = await opened(await sandbox.add('documents/encrypted.pdf'));
    assert.match(document.getText(), /^> encrypted\.pdf: The file is password-protected\./);
  });

  it('updates when the document changes', async () => {
    const file = await sandbox.add('documents/harbour.docx', 'report.docx');
    const document = await opened(file);
    await cp(fixture('voyage.docx'), file.fsPath);
    await eventually(
      () => document.getText(),
      (text) => /^# The Voyage$/m.test(text),
    );
  });
});

describe('The #readDocument chat tool', () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const made = path.join(folder, 'read');

  beforeEach(async () => {
    await mkdir(made);
    for (const name of ['voyage.docx', 'text.pdf', 'encrypted.pdf'])
      await cp(fixture(name), path.join(made, name));
  });

  afterEach(() => rm(made, { recursive: true }));

  it('returns the text, and for a PDF only the requested pages', async () => {
    const { file, notIncluded, text } = await callTool(tools.readDocument, { file: 'read/voyage.docx' });
    assert.equal(file, 'read/voyage.docx');
    assert.ok(notIncluded.includes('layout'));
    assert.match(text, /voyage/i);
    const page = await callTool(tools.readDocument, { file: 'read/text.pdf', pages: '2' });
    assert.deepEqual(
      [...page.text.matchAll(/<a id="(.*?)">/g)].map(([, id]) => id),
      ['page-2'],
    );
  });

  it('returns the tables of a database', async () => {
    await cp(path.join(root, 'test/fixtures/data/countries.sqlite'), path.join(made, 'countries.sqlite'));
    const { text } = await callTool(tools.readDocument, { file: 'read/countries.sqlite' });
    assert.match(text, /^\| DE \| Germany \|/m);
  });

  it('continues where the model asks it to', async () => {
    const whole = await callTool(tools.readDocument, { file: 'read/voyage.docx' });
    const rest = await callTool(tools.readDocument, { file: 'read/voyage.docx', offset: 10 });
    assert.equal(rest.text, whole.text.slice(10));
  });

  it('reads nothing outside the workspace, and explains why a file can’t be read', async () => {
    await assert.rejects(
      callTool(tools.readDocument, { file: fixture('harbour.docx') }),
      /isn’t a file or folder in the workspace/,
    );
    await assert.rejects(callTool(tools.readDocument, { file: 'read/encrypted.pdf' }), /password-protected/);
    await assert.rejects(callTool(tools.readDocument, { file: 'cat.png' }), /./);
  });
});
