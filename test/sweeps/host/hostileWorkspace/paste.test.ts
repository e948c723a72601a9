import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { DiskFileStore } from '../../../../src/jobs/core/diskFileStore.ts';
import { settings, settingsSection } from '../../../../src/manifest.ts';
import { LocalService } from '../../../../src/vscode/localService/localService.ts';
import { DirectConverter } from '../../../../src/vscode/convert/directConverter.ts';
import { WebpChoice } from '../../../../src/vscode/convert/webpChoice.ts';
import { programSearch } from '../../../../src/vscode/settings.ts';
import type { Insertion } from '../../../../src/vscode/ui/pasteChoice.ts';
import { root } from '../../../support/paths.ts';
import { Sandbox } from '../../../host/sandbox.ts';

describe('Insert as WebP with an output folder from the workspace', () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/');
  const inFolder = (name: string): string => path.join(folder.fsPath, name);
  let outside: Sandbox;
  let local: LocalService;
  let direct: DirectConverter;
  let choice: WebpChoice;

  before(async () => {
    outside = await Sandbox.create();
    await writeFile(inFolder('page.md'), '');
    await mkdir(inFolder('pictures'));
    await symlink(outside.folder, inFolder('linked'));
    const scriptPath = path.join(root, 'dist/localService.cjs');
    local = new LocalService({ scriptPath, programs: programSearch, log: () => {} });
    direct = new DirectConverter(local);
    choice = new WebpChoice(new DiskFileStore(), direct);
  });

  after(async () => {
    direct.dispose();
    local.dispose();
    for (const name of ['page.md', 'pictures', 'linked']) await rm(inFolder(name), { recursive: true });
    await outside.remove();
  });

  const offered = async (): Promise<Insertion> => {
    const document = await vscode.workspace.openTextDocument(inFolder('page.md'));
    const data = new vscode.DataTransfer();
    const picture = vscode.Uri.joinPath(folder, 'cat.png').toString();
    data.set('text/uri-list', new vscode.DataTransferItem(picture));
    const insertion = await choice.offer(document, data);
    assert.ok(insertion);
    return insertion;
  };
  const never = new AbortController().signal;

  it('refuses a folder outside the workspace', async () => {
    const { snippet, files } = await offered();
    assert.equal(snippet, '![${1:cat}](assets/cat.webp)');
    const [file] = await files(never);
    assert.equal(file?.uri.fsPath, inFolder('assets/cat.webp'));
  });

  it('uses a folder inside the workspace', async () => {
    await withFolder('pictures', async () => {
      const { snippet, files } = await offered();
      assert.equal(snippet, '![${1:cat}](pictures/cat.webp)');
      const [file] = await files(never);
      assert.equal(Buffer.from(file?.contents ?? []).toString('latin1', 8, 12), 'WEBP');
    });
  });

  it('explains that a link leading out of the workspace stopped it', async () => {
    await withFolder('linked', async () => {
      const { files } = await offered();
      await assert.rejects(files(never), /“linked”, the workspace’s folder for results, is outside/);
    });
    assert.equal(existsSync(outside.path('cat.webp')), false);
  });

  it('can be canceled while the picture is converted, and works for the next picture', async () => {
    const { files } = await offered();
    const canceled = new AbortController();
    const converting = files(canceled.signal);
    canceled.abort();
    await assert.rejects(converting, { name: 'AbortError' });
    const [file] = await files(never);
    assert.ok((file?.contents.length ?? 0) > 0);
  });
});

/** Sets the workspace's folder for pasted pictures while `run` runs. */
async function withFolder(value: string, run: () => Promise<void>): Promise<void> {
  const section = vscode.workspace.getConfiguration(settingsSection);
  const before = section.inspect(settings.pasteFolder)?.workspaceValue;
  await section.update(settings.pasteFolder, value, vscode.ConfigurationTarget.Workspace);
  try {
    await run();
  } finally {
    await section.update(settings.pasteFolder, before, vscode.ConfigurationTarget.Workspace);
  }
}
