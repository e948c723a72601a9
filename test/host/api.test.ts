import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { commands, extensionId } from '../../src/manifest.ts';
import type {
  FileResult,
  FileUtilityNetwork,
  FileUtilityNetworkApi,
  FinishedJob,
} from '../../src/vscode/api/api.ts';
import { eventually } from '../support/eventually.ts';
import { fakeProgram } from '../support/service/fakeProgram.ts';
import { decodedFile } from '../support/service/decodedImage.ts';
import { psnr } from '../support/service/raster.ts';
import { Sandbox, withSettings } from './sandbox.ts';

describe('The API for extensions', () => {
  let sandbox: Sandbox;
  let api: FileUtilityNetworkApi;

  beforeEach(async () => {
    sandbox = await Sandbox.create();
    api = (await exported()).getApi(1);
  });

  afterEach(() => sandbox.remove());

  it('offers version 1 and no other version', async () => {
    const { getApi } = await exported();
    assert.equal(getApi(1).version, 1);
    assert.throws(() => Reflect.apply(getApi, undefined, [2]), RangeError);
  });

  it('converts files for the example extension in the docs', async () => {
    const source = await sandbox.add('sample/coffee.jpg');
    const [result, ...others]: FileResult[] = await vscode.commands.executeCommand(
      'webPictures.make',
      source,
      [source],
    );
    assert.deepEqual(others, []);
    const output = sandbox.path('web', 'coffee.webp');
    assert.deepEqual(
      { ...result, source: result?.source.fsPath, output: result?.output?.fsPath, jobId: undefined },
      {
        source: source.fsPath,
        status: 'saved',
        output,
        sourceBytes: (await stat(source.fsPath)).size,
        outputBytes: (await stat(output)).size,
        jobId: undefined,
        service: 'local',
      },
    );
    const { format, width } = await decodedFile(output);
    assert.deepEqual([format, width], ['WEBP', 320]);
  });

  it('compresses files, and reports those that can’t get smaller', async () => {
    const [photo, small] = [
      await sandbox.add('sample/coffee.jpg'),
      await sandbox.add('images/optimised.jpg'),
    ];
    const results = await api.compress([photo, small], { name: '${name}-small' });
    assert.deepEqual(
      results.map(({ status, output }) => [status, output?.fsPath]),
      [
        ['saved', sandbox.path('coffee-small.jpg')],
        ['alreadySmall', undefined],
      ],
    );
    const output = sandbox.path('coffee-small.jpg');
    assert.ok(psnr(await decodedFile(output), await decodedFile(photo.fsPath)) > 30);
  });

  it('applies a preset, and lets options override it', async () => {
    const source = await sandbox.add('sample/cat.png');
    const presets = { Web: { target: 'webp', options: { width: 30 }, name: '${name}-${preset}' } };
    await withSettings({ presets }, async () => {
      const [result] = await api.convert([source], { preset: 'Web', options: { width: 20 } });
      assert.equal(result?.output?.fsPath, sandbox.path('cat-Web.webp'));
      assert.equal((await decodedFile(sandbox.path('cat-Web.webp'))).width, 20);
    });
  });

  it('never replaces a file or asks a question, whatever the settings are', async () => {
    const photo = await sandbox.add('sample/coffee.jpg');
    const before = await readFile(photo.fsPath);
    await withSettings({ 'compress.replaceSource': true }, () => api.compress([photo]));
    assert.ok(before.equals(await readFile(photo.fsPath)));
    assert.deepEqual((await readdir(sandbox.folder)).toSorted(), ['coffee-compressed.jpg', 'coffee.jpg']);
    for (const onCollision of ['overwrite', 'skip', 'ask']) {
      const source = await sandbox.add('sample/cat.png', `${onCollision}.png`);
      await writeFile(sandbox.path(`${onCollision}.webp`), 'mine');
      const [result] = await withSettings({ 'output.onCollision': onCollision }, () =>
        api.convert([source], { target: 'webp' }),
      );
      assert.equal(result?.output?.fsPath, sandbox.path(`${onCollision} (1).webp`));
      assert.equal(await readFile(sandbox.path(`${onCollision}.webp`), 'utf8'), 'mine');
    }
  });

  it('replaces a source when the caller asks for it, and undo restores the source', async () => {
    const source = await sandbox.add('sample/coffee.jpg');
    const before = await readFile(source.fsPath);
    const [result] = await api.compress([source], { replace: true });
    assert.equal(result?.output?.fsPath, source.fsPath);
    assert.ok((await readFile(source.fsPath)).length < before.length);
    await vscode.commands.executeCommand(commands.undoLastBatch);
    assert.ok(before.equals(await readFile(source.fsPath)));
    await assert.rejects(api.compress([source], { replace: true, name: 'small' }), {
      code: 'arguments.invalid',
      message: /“replace” can’t be combined with/,
    });
  });

  it('returns a code and a message for each failed file instead of rejecting', async () => {
    const source = await sandbox.add('sample/cat.png');
    await writeFile(sandbox.path('bare'), 'no extension');
    const files = [source, sandbox.uri('gone.png'), sandbox.uri('bare')];
    const results = await api.convert(files, { target: 'webp' });
    assert.deepEqual(
      results.map(({ status, error }) => [status, error?.code]),
      [
        ['saved', undefined],
        ['failed', 'file.missing'],
        ['failed', 'formats.unknown_type'],
      ],
    );
    for (const { error } of results.slice(1)) assert.match(error?.message ?? '', /^[A-Z].*\.$/);
  });

  it('rejects invalid input with one sentence before it does anything', async () => {
    const source = await sandbox.add('sample/cat.png');
    const wrongs: [files: unknown, options: unknown, message: RegExp][] = [
      [[], { target: 'webp' }, /“files” has an invalid value\.$/],
      [[source.fsPath], { target: 'webp' }, /“files” has an invalid value\.$/],
      [[source], undefined, /Specify “target” or “preset”\.$/],
      [[source], { targetFormat: 'webp' }, /“targetFormat” isn’t supported\. Supported: .*“target”/],
      [[source], { preset: 'Nobody' }, /The preset “Nobody” doesn’t exist\.$/],
    ];
    for (const [files, options, message] of wrongs) {
      const call = async (): Promise<unknown> => Reflect.apply(api.convert, undefined, [files, options]);
      await assert.rejects(call, { code: 'arguments.invalid', message });
    }
    assert.deepEqual(await readdir(sandbox.folder), ['cat.png']);
  });

  it('cancels its own jobs when the caller cancels, but not jobs that others wait for', async function () {
    // The fake program is a shell script.
    if (process.platform === 'win32') this.skip();
    const source = await sandbox.add('media/tone.wav');
    // Sleeps longer than any test runs. The number identifies the command among all processes.
    const sleep = `sleep 7${Date.now()}`;
    const program = fakeProgram(sandbox.folder, `exec ${sleep}`, 'slow ffmpeg');
    const isAsleep = (): boolean => execFileSync('ps', ['-eo', 'args']).toString().includes(sleep);
    const [mine, theirs] = [new vscode.CancellationTokenSource(), new vscode.CancellationTokenSource()];
    await withSettings({ 'local.tools.ffmpeg': program }, async () => {
      const begun = api.convert([source], { target: 'wma' }, mine.token);
      await eventually(isAsleep, (asleep) => asleep);
      const joined = api.convert([source], { target: 'wma' }, theirs.token);
      await api.formats();
      theirs.cancel();
      assert.deepEqual((await joined).map(statusOf), ['canceled']);
      assert.ok(isAsleep());
      const finished = nextFinished(api, source);
      mine.cancel();
      assert.deepEqual((await begun).map(statusOf), ['canceled']);
      assert.equal((await finished).status, 'canceled');
      await eventually(isAsleep, (asleep) => !asleep);
    });
    assert.deepEqual((await readdir(sandbox.folder)).toSorted(), ['slow ffmpeg', 'tone.wav']);
  });

  it('starts nothing for a caller that has already canceled', async () => {
    const source = await sandbox.add('sample/cat.png');
    const canceled = new vscode.CancellationTokenSource();
    canceled.cancel();
    const results = await api.convert([source], { target: 'webp' }, canceled.token);
    assert.deepEqual(results.map(statusOf), ['canceled']);
    assert.deepEqual(await readdir(sandbox.folder), ['cat.png']);
  });

  it('lists the available conversions', async () => {
    const { conversions, compressions } = await api.formats();
    const fromPng = conversions.find(({ from }) => from === 'png')?.to ?? [];
    for (const target of ['jpg', 'webp', 'avif', 'pdf']) assert.ok(fromPng.includes(target), target);
    assert.ok(!fromPng.includes('mp3'));
    for (const format of ['jpg', 'png', 'pdf']) assert.ok(compressions.includes(format), format);
  });

  it('reports every job that ends, whoever started it', async () => {
    const source = await sandbox.add('sample/cat.png');
    const finished = nextFinished(api, source);
    await vscode.commands.executeCommand(commands.convert, source, [source], { targetFormat: 'gif' });
    const { status, tool, target, output } = await finished;
    assert.deepEqual([status, tool, target], ['saved', 'convert', 'gif']);
    assert.equal(output?.fsPath, sandbox.path('cat.gif'));
  });
});

async function exported(): Promise<FileUtilityNetwork> {
  const extension = vscode.extensions.getExtension<FileUtilityNetwork>(extensionId);
  return extension?.activate() ?? assert.fail();
}

async function nextFinished(api: FileUtilityNetworkApi, source: vscode.Uri): Promise<FinishedJob> {
  return new Promise((resolve) => {
    const listener = api.onDidFinishJob((job) => {
      if (job.source.fsPath !== source.fsPath) return;
      listener.dispose();
      resolve(job);
    });
  });
}

function statusOf({ status }: FileResult): string {
  return status;
}
