import assert from 'node:assert/strict';
import fs, { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { DiskFileStore, moveFolderToFree } from '../../../../src/jobs/core/diskFileStore.ts';
import { piecesOf } from '../../../../src/util/bytes.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('DiskFileStore', () => {
  const store = new DiskFileStore();
  const folder = useTemporaryFolder();

  const uri = (name = ''): string => pathToFileURL(join(folder.path, name)).href;
  const temporary = async (content: string): Promise<string> => {
    const file = await store.createTemporary(uri(), '.fun-test.part');
    await pipeline([content], file.sink);
    return file.uri;
  };

  it('distinguishes files, folders, and links', async () => {
    await writeFile(join(folder.path, 'file #1.txt'), 'four');
    await mkdir(join(folder.path, 'folder'));
    await symlink('file #1.txt', join(folder.path, 'link'));
    await symlink('nowhere', join(folder.path, 'dangling'));
    const facts = await store.facts(uri('file #1.txt'));
    assert.deepEqual([facts?.kind, facts?.sizeBytes, facts?.isLink], ['file', 4, false]);
    assert.equal((await store.facts(uri('folder')))?.kind, 'folder');
    assert.equal((await store.facts(uri('link')))?.isLink, true);
    assert.equal(await store.facts(uri('dangling')), undefined);
    assert.equal(await store.facts(uri('gone')), undefined);
  });

  it('reads files, and reports what it can’t read with its own errors', async () => {
    await writeFile(join(folder.path, 'file'), 'content');
    assert.equal(await text(piecesOf(store.read(uri('file')))), 'content');
    await assert.rejects(text(piecesOf(store.read(uri('gone')))), {
      name: 'FileStoreError',
      code: 'file.missing',
    });
    await assert.rejects(store.createTemporary(uri('gone'), 'x'), { code: 'file.missing' });
  });

  it('reads nothing after close, which may be called early and twice', async () => {
    await writeFile(join(folder.path, 'file'), 'content');
    const memory = Buffer.alloc(4);
    const [unread, read] = [store.read(uri('file')), store.read(uri('file'))];
    assert.equal(await read.read(memory), 4);
    assert.equal(memory.toString(), 'cont');
    for (const reader of [unread, read, read, store.read(uri('gone'))]) {
      await reader.close();
      await assert.rejects(reader.read(memory), { code: 'file.unreadable' });
    }
  });

  it('never creates a temporary file over an existing one', async () => {
    await writeFile(join(folder.path, 'taken'), 'mine');
    await assert.rejects(store.createTemporary(uri(), 'taken'), { code: 'file.unwritable' });
    assert.equal(await readFile(join(folder.path, 'taken'), 'utf8'), 'mine');
  });

  it('moves a temporary file to a free name', async () => {
    assert.equal(await store.moveToFree(await temporary('new'), uri('target')), true);
    assert.deepEqual(await readdir(folder.path), ['target']);
    assert.equal(await readFile(join(folder.path, 'target'), 'utf8'), 'new');
  });

  it('moves nothing to a name taken by a file, a folder, or a broken link', async () => {
    await writeFile(join(folder.path, 'file'), 'mine');
    await mkdir(join(folder.path, 'folder'));
    await symlink('nowhere', join(folder.path, 'dangling'));
    const from = await temporary('new');
    for (const name of ['file', 'folder', 'dangling']) {
      assert.equal(await store.moveToFree(from, uri(name)), false, name);
    }
    assert.equal(await readFile(join(folder.path, 'file'), 'utf8'), 'mine');
    assert.equal(await text(piecesOf(store.read(from))), 'new');
    assert.equal(await store.facts(uri('nowhere')), undefined);
  });

  it('moves a temporary file once, even if its old name can’t be removed', async () => {
    const from = await temporary('new');
    const { unlink } = fs;
    fs.unlink = async () => {
      throw Object.assign(new Error('a scanner has it open'), { code: 'EPERM' });
    };
    syncBuiltinESMExports();
    try {
      assert.equal(await store.moveToFree(from, uri('target')), true);
    } finally {
      fs.unlink = unlink;
      syncBuiltinESMExports();
    }
    assert.equal(await readFile(join(folder.path, 'target'), 'utf8'), 'new');
  });

  describe('on a file system without hard links', () => {
    const { link } = fs;
    const use = (implementation: typeof link): void => {
      fs.link = implementation;
      syncBuiltinESMExports();
    };
    before(() => {
      use(async () => {
        throw Object.assign(new Error('no links here'), { code: 'EPERM' });
      });
    });
    after(() => use(link));

    it('moves a temporary file to a free name, and never to a taken one', async () => {
      const from = await temporary('new');
      await writeFile(join(folder.path, 'taken'), 'mine');
      await symlink('nowhere', join(folder.path, 'dangling'));
      for (const name of ['taken', 'dangling']) {
        assert.equal(await store.moveToFree(from, uri(name)), false, name);
      }
      assert.equal(await readFile(join(folder.path, 'taken'), 'utf8'), 'mine');
      assert.equal(await store.moveToFree(from, uri('target')), true);
      assert.deepEqual((await readdir(folder.path)).toSorted(), ['dangling', 'taken', 'target']);
      assert.equal(await readFile(join(folder.path, 'target'), 'utf8'), 'new');
    });
  });

  it('replaces the name itself, not a link’s target, and keeps a private file’s mode', async () => {
    await writeFile(join(folder.path, 'private'), 'old');
    await chmod(join(folder.path, 'private'), 0o600);
    await store.replace(await temporary('new'), uri('private'));
    assert.equal(await readFile(join(folder.path, 'private'), 'utf8'), 'new');
    assert.equal((await stat(join(folder.path, 'private'))).mode & 0o777, 0o600);
    await symlink('private', join(folder.path, 'link'));
    await store.replace(await temporary('newer'), uri('link'));
    assert.equal(await readFile(join(folder.path, 'private'), 'utf8'), 'new');
  });

  it('removes existing files, and accepts missing ones', async () => {
    await writeFile(join(folder.path, 'file'), '');
    await store.remove(uri('file'));
    await store.remove(uri('file'));
    assert.deepEqual(await readdir(folder.path), []);
  });
});

describe('moveFolderToFree', () => {
  const folder = useTemporaryFolder();
  const inFolder = (...names: readonly string[]): string => join(folder.path, ...names);

  it('moves a whole folder to a free name', async () => {
    await mkdir(inFolder('from', 'a'), { recursive: true });
    assert.ok(await moveFolderToFree(inFolder('from'), inFolder('to')));
    assert.deepEqual(await readdir(folder.path, { recursive: true }), ['to', 'to/a']);
  });

  it('moves nothing to the name of a folder, even an empty one, a file, or a broken link', async () => {
    await mkdir(inFolder('from'));
    await mkdir(inFolder('empty'));
    await writeFile(inFolder('file'), '');
    await symlink('nowhere', inFolder('link'));
    const before = await readdir(folder.path);
    for (const name of ['empty', 'file', 'link']) {
      assert.equal(await moveFolderToFree(inFolder('from'), inFolder(name)), false, name);
    }
    assert.deepEqual(await readdir(folder.path), before);
  });

  it('leaves the name free if the folder can’t be moved', async () => {
    await assert.rejects(moveFolderToFree(inFolder('gone'), inFolder('to')), { code: 'file.missing' });
    assert.deepEqual(await readdir(folder.path), []);
  });
});
