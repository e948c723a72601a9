import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { states } from '../../../src/jobs/core/states.ts';
import { ReferenceReader } from '../../../src/references/referenceReader.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { findReferences, replacedFiles } from '../../../src/vscode/web/findReferences.ts';
import { jobWith } from '../../support/jobs/jobWith.ts';
import { root } from '../../support/paths.ts';

describe('References in the open folder', () => {
  const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  let folder: string;
  let reader: ReferenceReader;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(workspace, 'references-'));
    reader = new ReferenceReader(path.join(root, 'dist/referencesWorker.cjs'), systemClock);
  });

  afterEach(async () => {
    reader.dispose();
    await rm(folder, { recursive: true });
  });

  const inFolder = (name: string): vscode.Uri => vscode.Uri.file(path.join(folder, name));

  it('aren’t claimed for a text that is too large to read, which is reported instead', async () => {
    await writeFile(inFolder('page.md').fsPath, '![A cat](cat.png)\n');
    await writeFile(inFolder('data.json').fsPath, `"${'a'.repeat(3 * 1024 ** 2)}"`);
    const state = states.saved(0, inFolder('cat.webp').toString(), 1);
    const replaced = replacedFiles([jobWith({ source: inFolder('cat.png').toString(), state })]);
    const { files, stillNamed, unread } = await findReferences(
      reader,
      replaced,
      new AbortController().signal,
    );
    assert.deepEqual(
      files.map(({ uri }) => path.basename(uri.path)),
      ['page.md'],
    );
    assert.deepEqual([...stillNamed], []);
    assert.deepEqual(
      unread.map(({ path: each }) => path.basename(each)),
      ['data.json'],
    );
  });
});
