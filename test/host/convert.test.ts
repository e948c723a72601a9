import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { decodedFile } from '../support/service/decodedImage.ts';
import { psnr } from '../support/service/raster.ts';
import { convert, Sandbox, withSettings } from './sandbox.ts';

describe('The convert command called from code', () => {
  let sandbox: Sandbox;

  beforeEach(async () => {
    sandbox = await Sandbox.create();
  });

  afterEach(() => sandbox.remove());

  it('converts a real photo on this computer', async () => {
    const source = await sandbox.add('sample/coffee.jpg');
    const [result, ...others] = await convert([source], 'webp');
    assert.deepEqual(others, []);
    assert.deepEqual(
      { ...result, jobId: typeof result?.jobId },
      {
        source: source.fsPath,
        output: sandbox.path('coffee.webp'),
        status: 'done',
        jobId: 'string',
        service: 'local',
      },
    );
    const output = sandbox.path('coffee.webp');
    assert.equal((await decodedFile(output)).format, 'WEBP');
    assert.ok(psnr(await decodedFile(output), await decodedFile(source.fsPath)) > 30);
  });

  it('returns one entry per file, and doesn’t reject if one fails', async () => {
    const good = await sandbox.add('sample/cat.png');
    const damaged = await sandbox.add('images/truncated.jpg');
    const results = await convert([good, damaged, sandbox.uri('gone.png')], 'jpg');
    const statuses = Object.fromEntries(
      results.map(({ source, status, error }) => [source, [status, error?.code]]),
    );
    assert.deepEqual(statuses[good.fsPath], ['done', undefined]);
    assert.deepEqual(statuses[sandbox.path('gone.png')], ['failed', 'file.missing']);
    assert.equal(statuses[damaged.fsPath]?.[0], 'failed');
  });

  it('names the error for each kind of bad input, and loses nothing', async () => {
    await writeFile(sandbox.path('empty.png'), '');
    await writeFile(sandbox.path('noise.xyz'), 'what is this');
    await writeFile(sandbox.path('bare'), 'no extension');
    const pretender = await sandbox.add('images/text.jpg');
    const uris = [sandbox.uri('empty.png'), sandbox.uri('noise.xyz'), sandbox.uri('bare'), pretender];
    const before = await readdir(sandbox.folder);
    const codes = Object.fromEntries(
      (await convert(uris, 'webp')).map(({ source, error }) => [source, error?.code]),
    );
    assert.deepEqual(codes, {
      [sandbox.path('empty.png')]: 'file.empty',
      [sandbox.path('noise.xyz')]: 'formats.unsupported',
      [sandbox.path('bare')]: 'formats.unknown_type',
      [pretender.fsPath]: 'conversion.invalid_input',
    });
    assert.deepEqual(await readdir(sandbox.folder), before);
  });

  it('follows the setting for name collisions', async () => {
    const source = await sandbox.add('sample/cat.png');
    await writeFile(sandbox.path('cat.webp'), 'mine');
    const [skipped] = await withSettings({ 'output.onCollision': 'skip' }, () => convert([source], 'webp'));
    assert.equal(skipped?.status, 'done');
    assert.equal(skipped?.output, undefined);
    const [asked] = await withSettings({ 'output.onCollision': 'ask' }, () => convert([source], 'webp'));
    assert.equal(asked?.status, 'needsName');
    assert.equal(await readFile(sandbox.path('cat.webp'), 'utf8'), 'mine');
    const [replaced] = await withSettings({ 'output.onCollision': 'overwrite' }, () =>
      convert([source], 'webp'),
    );
    assert.equal(replaced?.output, sandbox.path('cat.webp'));
    assert.notEqual(await readFile(sandbox.path('cat.webp'), 'utf8'), 'mine');
  });

  it('searches folders except hidden ones, node_modules, links, and what files.exclude hides', async () => {
    for (const folder of ['deep/er', 'deep/.git', 'deep/node_modules/x', 'deep/out']) {
      await mkdir(sandbox.path(folder), { recursive: true });
    }
    for (const name of [
      'deep/a.png',
      'deep/er/b.png',
      'deep/.git/c.png',
      'deep/node_modules/x/d.png',
      'deep/out/e.png',
    ]) {
      await sandbox.add('sample/cat.png', name);
    }
    await sandbox.add('sample/notes.txt', 'deep/notes.txt');
    await symlink(sandbox.path('deep/er'), sandbox.path('deep/link'));
    await vscode.workspace
      .getConfiguration('files')
      .update('exclude', { '**/out': true }, vscode.ConfigurationTarget.Global);
    try {
      const results = await convert([sandbox.uri('deep')], 'jpg');
      assert.deepEqual(
        results.map(({ source }) => source),
        [sandbox.path('deep/a.png'), sandbox.path('deep/er/b.png')],
      );
    } finally {
      await vscode.workspace
        .getConfiguration('files')
        .update('exclude', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('stays on this computer with localOnly, and parks nothing with networkOnly and no key', async () => {
    const source = await sandbox.add('sample/cat.png');
    const [local] = await withSettings({ runOn: 'localOnly' }, () => convert([source], 'jpg'));
    assert.equal(local?.service, 'local');
    const [refused] = await withSettings({ runOn: 'networkOnly' }, () => convert([source], 'jpg'));
    assert.deepEqual([refused?.service, refused?.error?.code], ['network', 'api_key.missing']);
  });
});
