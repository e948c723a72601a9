import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DiskFileStore } from '../../../../src/jobs/core/diskFileStore.ts';
import { copyVirtualFiles } from '../../../../src/vscode/files/fileCopies.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const stray = (name: string, text: string) => ({ name, data: async () => Buffer.from(text) });

describe('copyVirtualFiles', () => {
  const folder = useTemporaryFolder();
  const keep = async (...strays: ReturnType<typeof stray>[]): Promise<string[]> => {
    const kept = await copyVirtualFiles(new DiskFileStore(), strays, pathToFileURL(folder.path).href);
    return kept.map((uri) => path.relative(folder.path, fileURLToPath(uri)));
  };

  it('copies files under their names, and never over others', async () => {
    await writeFile(path.join(folder.path, 'photo.png'), 'mine');
    assert.deepEqual(await keep(stray('photo.png', 'a'), stray('photo.png', 'b'), stray('c.png', 'c')), [
      'photo (1).png',
      'photo (2).png',
      'c.png',
    ]);
    assert.equal(await readFile(path.join(folder.path, 'photo.png'), 'utf8'), 'mine');
    assert.equal(await readFile(path.join(folder.path, 'photo (2).png'), 'utf8'), 'b');
  });

  it('accepts no name outside the folder', async () => {
    assert.deepEqual(await keep(stray('../../out.png', 'a'), stray('..', 'b')), ['out.png', 'file']);
  });

  it('leaves nothing behind for an unreadable file', async () => {
    const unreadable = { name: 'a.png', data: () => Promise.reject(new Error('The tab was closed')) };
    await assert.rejects(keep(unreadable), /The tab was closed/);
    assert.deepEqual(await readdir(folder.path), []);
  });
});
