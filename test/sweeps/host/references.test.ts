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
  it('aren’t claimed for a text that is too large to read, which is reported instead', async () => {
    const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    const folder = await mkdtemp(path.join(workspace, 'references-'));
    const [page, data] = [path.join(folder, 'page.md'), path.join(folder, 'data.json')];
    const cat = vscode.Uri.file(path.join(folder, 'cat')).toString();
    await writeFile(page, '![A cat](cat.png)\n');
    await writeFile(data, `"${'a'.repeat(3 * 1024 ** 2)}"`);
    const job = jobWith({ source: `${cat}.png`, state: states.saved(0, `${cat}.webp`, 1) });
    const reader = new ReferenceReader(path.join(root, 'dist/referencesWorker.cjs'), systemClock);
    const finding = findReferences(reader, replacedFiles([job]), new AbortController().signal);
    const { files, stillNamed, unread } = await finding.finally(() => reader.dispose());
    await rm(folder, { recursive: true });
    const referring = files.map(({ uri }) => uri.fsPath);
    assert.deepEqual([referring, [...stillNamed], unread.map(({ fsPath }) => fsPath)], [[page], [], [data]]);
  });
});
