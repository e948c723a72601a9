import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findPrograms, foldersOf } from '../../../../src/engines/programs/findPrograms.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

async function ffmpeg(search: { set?: string; avoid?: string[] }, ...onPath: string[]) {
  const { set, avoid = [] } = search;
  const paths = set === undefined ? {} : { ffmpeg: set };
  const found = await findPrograms({ paths, avoid }, { PATH: onPath.join(path.delimiter) });
  return found.get('ffmpeg');
}

describe('findPrograms', () => {
  const folder = useTemporaryFolder();

  /** Makes a file, executable by default, and resolves to its path. */
  function program(name: string, mode = 0o755): string {
    const file = path.join(folder.path, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, '');
    chmodSync(file, mode);
    return file;
  }
  const inFolder = (name: string): string => path.join(folder.path, name);

  it('takes the first one on PATH', async () => {
    program('b/ffmpeg');
    const first = program('a/ffmpeg');
    assert.equal(await ffmpeg({}, inFolder('none'), inFolder('a'), inFolder('b')), first);
    assert.equal(await ffmpeg({}), undefined);
  });

  it('skips files that aren’t executable', async () => {
    program('a/ffmpeg', 0o644);
    mkdirSync(inFolder('b/ffmpeg'), { recursive: true });
    symlinkSync(inFolder('gone'), path.join(inFolder('a'), 'link'));
    const good = program('c/ffmpeg');
    assert.equal(await ffmpeg({}, inFolder('a'), inFolder('b'), inFolder('c')), good);
  });

  it('skips relative folders, including the empty name for the current one', async () => {
    program('ffmpeg');
    const relative = path.relative(process.cwd(), folder.path);
    assert.equal(await ffmpeg({}, relative), undefined);
    assert.equal(await ffmpeg({}, '', '.', relative), undefined);
  });

  it('skips a folder to avoid, however its path is spelled', async () => {
    program('project/bin/ffmpeg');
    const good = program('system/ffmpeg');
    symlinkSync(inFolder('project/bin'), inFolder('elsewhere'));
    mkdirSync(inFolder('own'));
    symlinkSync(inFolder('project/bin/ffmpeg'), inFolder('own/ffmpeg'));
    const folders = ['project/bin', 'elsewhere', 'own', 'system/../project/bin'].map(inFolder);
    assert.equal(await ffmpeg({ avoid: [inFolder('project')] }, ...folders, inFolder('system')), good);
    assert.equal(await ffmpeg({ avoid: [inFolder('elsewhere')] }, ...folders), undefined);
    assert.equal(
      await ffmpeg({ avoid: [inFolder('proj')] }, inFolder('project/bin')),
      inFolder('project/bin/ffmpeg'),
    );
  });

  it('uses the configured path, and searches nowhere else if it isn’t executable', async () => {
    const onPath = program('a/ffmpeg');
    const set = program('own/my ffmpeg');
    assert.equal(await ffmpeg({ set, avoid: [folder.path] }, inFolder('a')), set);
    assert.equal(await ffmpeg({ set: inFolder('none') }, inFolder('a')), undefined);
    assert.equal(await ffmpeg({ set: path.relative(process.cwd(), set) }, inFolder('a')), undefined);
    assert.equal(await ffmpeg({ set: '' }, inFolder('a')), onPath);
  });
});

describe('foldersOf', () => {
  it('splits a PATH at colons', () => {
    assert.deepEqual(foldersOf('/usr/bin::/opt/a;b:/opt/"c"', 'linux'), [
      '/usr/bin',
      '',
      '/opt/a;b',
      '/opt/"c"',
    ]);
  });

  it('splits a Windows PATH at semicolons outside quotes', () => {
    const searchPath = String.raw`C:\Windows;;"C:\Program Files\FFmpeg\bin";C:\"a;b"\c;"C:\open;C:\end`;
    assert.deepEqual(foldersOf(searchPath, 'win32'), [
      String.raw`C:\Windows`,
      String.raw`C:\Program Files\FFmpeg\bin`,
      String.raw`C:\a;b\c`,
      String.raw`C:\open;C:\end`,
    ]);
    assert.deepEqual(foldersOf('', 'win32'), []);
  });
});
