import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFile, cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../src/manifest.ts';
import type { BatchFileResult } from '../../src/vscode/batch/runBatch.ts';
import { root } from '../support/paths.ts';
import { newRepository, turnGitOff, turnGitOn } from './gitRepository.ts';
import { Sandbox, withSettings } from './sandbox.ts';

const undo = async (): Promise<void> => vscode.commands.executeCommand(commands.undoLastBatch);

/** Compares whole files, because finding the differences of large ones takes minutes. */
const same = (one: Buffer, other: Buffer, name = ''): void => assert.ok(one.equals(other), name);

/** The output paths of the results, sorted. */
const outputs = (results: readonly BatchFileResult[]): string[] =>
  results.map(({ output = '' }) => output).toSorted((a, b) => a.localeCompare(b));

describe('Compress Staged Images', () => {
  let sandbox: Sandbox;
  let repository: { readonly rootUri: vscode.Uri };

  before(turnGitOn);
  after(turnGitOff);

  beforeEach(async () => {
    sandbox = await Sandbox.create();
    await sandbox.add('sample/coffee.jpg');
    repository = await newRepository(sandbox.folder);
  });

  afterEach(() => sandbox.remove());

  const git = (...given: readonly string[]): string =>
    execFileSync('git', ['-C', sandbox.folder, ...given], { encoding: 'utf8' });
  /** The staged content of a file, byte for byte. */
  const staged = (name: string): Buffer =>
    execFileSync('git', ['-C', sandbox.folder, 'show', `:${name}`], { maxBuffer: 2 ** 26 });
  const bytes = (name: string): Promise<Buffer> => readFile(sandbox.path(name));
  const compress = async (given: unknown = repository): Promise<BatchFileResult[]> =>
    vscode.commands.executeCommand(commands.compressStagedImages, given);
  const isStaged = async (name: string): Promise<void> => {
    same(staged(name), await bytes(name), name);
  };

  it('stages smaller images in place of the staged ones, and undo restores those', async () => {
    git('add', 'coffee.jpg');
    const before = await bytes('coffee.jpg');
    const [result, ...others] = await compress();
    assert.deepEqual([result?.status, result?.output], ['done', sandbox.path('coffee.jpg')]);
    assert.deepEqual(others, []);
    assert.ok((await bytes('coffee.jpg')).length < before.length);
    await isStaged('coffee.jpg');
    assert.equal(git('status', '--porcelain'), 'A  coffee.jpg\n');
    await undo();
    same(await bytes('coffee.jpg'), before);
    await isStaged('coffee.jpg');
  });

  it('skips images that are unstaged, partly staged, or deleted, and files that aren’t plain images', async () => {
    const names = ['half.jpg', 'gone.jpg', 'unstaged.jpg', 'pointer.jpg'];
    for (const name of names) await sandbox.add('sample/coffee.jpg', name);
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n';
    await writeFile(sandbox.path('pointer.jpg'), pointer);
    await sandbox.add('sample/notes.txt');
    await symlink('coffee.jpg', sandbox.path('link.jpg'));
    git('add', '.');
    git('commit', '-qm', 'All');
    for (const name of ['half.jpg', 'unstaged.jpg', 'notes.txt']) await appendFile(sandbox.path(name), 'x');
    await writeFile(sandbox.path('pointer.jpg'), pointer.replace('5', '6'));
    await rm(sandbox.path('link.jpg'));
    await symlink('half.jpg', sandbox.path('link.jpg'));
    git('rm', '-q', 'gone.jpg');
    git('add', 'half.jpg', 'notes.txt', 'pointer.jpg', 'link.jpg');
    await appendFile(sandbox.path('half.jpg'), 'y');
    const before = git('status', '--porcelain');
    const contents = await Promise.all(['half.jpg', 'unstaged.jpg'].map(bytes));
    assert.deepEqual(await compress(), []);
    assert.equal(git('status', '--porcelain'), before);
    const now = await Promise.all(['half.jpg', 'unstaged.jpg'].map(bytes));
    now.forEach((content, index) => same(content, contents[index] ?? Buffer.alloc(0)));
  });

  it('follows a renamed image, and stages a path that looks like a pattern literally', async () => {
    await mkdir(sandbox.path('[ab]'));
    await mkdir(sandbox.path('a'));
    await sandbox.add('sample/coffee.jpg', '[ab]/photo.jpg');
    await sandbox.add('sample/coffee.jpg', 'a/photo.jpg');
    git('add', 'coffee.jpg');
    git('commit', '-qm', 'One');
    await rename(sandbox.path('coffee.jpg'), sandbox.path('cup.jpg'));
    git('add', '-A', ':(literal)coffee.jpg', ':(literal)cup.jpg', ':(literal)[ab]/photo.jpg');
    const results = await compress();
    assert.deepEqual(outputs(results), [sandbox.path('[ab]/photo.jpg'), sandbox.path('cup.jpg')]);
    await isStaged('cup.jpg');
    assert.match(git('status', '--porcelain', '-uall'), /^\?\? a\/photo\.jpg$/m);
  });

  it('handles only the selected rows, and only the repository it was called for', async () => {
    await sandbox.add('sample/coffee.jpg', 'other.jpg');
    git('add', '.');
    const other = await Sandbox.create();
    try {
      await cp(sandbox.folder, other.folder, { recursive: true });
      const api = vscode.extensions.getExtension('vscode.git')?.exports.getAPI(1);
      await api.openRepository(vscode.Uri.file(other.folder));
      const results = await compress({ resourceUri: sandbox.uri('other.jpg') });
      assert.deepEqual(outputs(results), [sandbox.path('other.jpg')]);
      const original = await readFile(path.join(root, 'test/fixtures/sample/coffee.jpg'));
      same(await bytes('coffee.jpg'), original);
      same(await readFile(other.path('other.jpg')), original);
    } finally {
      await other.remove();
    }
  });

  it('does nothing for a row that has been replaced since its menu opened', async () => {
    git('add', 'coffee.jpg');
    const before = await bytes('coffee.jpg');
    assert.deepEqual(await compress(null), []);
    same(await bytes('coffee.jpg'), before);
  });

  it('leaves an image alone if it can’t get smaller or was compressed before', async () => {
    await rm(sandbox.path('coffee.jpg'));
    await sandbox.add('images/optimised.jpg');
    git('add', 'optimised.jpg');
    const before = await bytes('optimised.jpg');
    const [small] = await compress();
    assert.deepEqual([small?.status, small?.output], ['done', undefined]);
    same(await bytes('optimised.jpg'), before);
    await sandbox.add('sample/coffee.jpg');
    git('add', 'coffee.jpg');
    await compress();
    const once = await bytes('coffee.jpg');
    const again = await compress();
    assert.equal(
      again.find(({ source }) => source.endsWith('coffee.jpg'))?.error?.code,
      'formats.compressed_before',
    );
    same(await bytes('coffee.jpg'), once);
  });

  it('ignores the output settings, and isn’t repeated by Repeat Last', async () => {
    git('add', 'coffee.jpg');
    const results = await withSettings({ 'output.folder': 'elsewhere', 'output.name': '${name}-x' }, () =>
      compress(),
    );
    assert.deepEqual(outputs(results), [sandbox.path('coffee.jpg')]);
    await isStaged('coffee.jpg');
  });

  it('restages nothing on undo that was committed or changed in the meantime', async () => {
    git('add', 'coffee.jpg');
    await compress();
    const small = await bytes('coffee.jpg');
    git('commit', '-qm', 'Small');
    await undo();
    same(staged('coffee.jpg'), small);
    assert.ok(!small.equals(await bytes('coffee.jpg')));
    git('checkout', '-q', 'coffee.jpg');
  });
});
