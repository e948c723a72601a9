import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { convert } from '../../host/sandbox.ts';
import { root } from '../../support/paths.ts';
import { decodedFile } from '../../support/service/decodedImage.ts';

const exec = promisify(execFile);

describe('A document with pictures beside it', () => {
  const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(workspace, 'pictures-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('becomes a PDF and a Word document that contain them', async () => {
    await cp(path.join(root, 'test/fixtures/sample/cat.png'), path.join(folder, 'my cat.png'));
    const text = '# Cats\n\n![A cat](my%20cat.png) and <img src="my cat.png" alt="again"> ![](gone.png)\n';
    const source = path.join(folder, 'cats.md');
    await writeFile(source, text);
    const width = String((await decodedFile(path.join(folder, 'my cat.png'))).width);
    const [pdf] = await convert([vscode.Uri.file(source)], 'pdf');
    const listed = (await exec('pdfimages', ['-list', pdf?.output ?? ''])).stdout.split('\n').slice(2);
    assert.ok(
      listed.some((line) => line.split(/\s+/).includes(width)),
      listed.join('\n'),
    );
    const [docx] = await convert([vscode.Uri.file(source)], 'docx');
    const { stdout } = await exec('pandoc', ['-t', 'native', docx?.output ?? '']);
    assert.equal(stdout.match(/media\/image/g)?.length, 2);
    assert.equal(await readFile(source, 'utf8'), text);
  });
});
