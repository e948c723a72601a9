import assert from 'node:assert/strict';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { diskSink } from '../../../src/jobs/core/diskFileStore.ts';
import { SyncedFile } from '../../../src/util/files.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const megabyte = Buffer.alloc(1024 ** 2);

describe('A synced file', () => {
  const folder = useTemporaryFolder();

  it('goes to the disk while more of it is written, and the rest at the end', async () => {
    const { handle, syncs } = await watched();
    const pieces = Array.from({ length: 100 }, () => megabyte);
    await pipeline(Readable.from(pieces), diskSink(handle));
    assert.ok(syncs.meanwhile > 0 && syncs.meanwhile <= 3, String(syncs.meanwhile));
    assert.equal(syncs.atEnd, 1);
  });

  it('fails if syncing a part has failed, even if the rest would succeed', async () => {
    const { handle } = await broken();
    const pieces = Array.from({ length: 100 }, () => megabyte);
    await assert.rejects(pipeline(Readable.from(pieces), diskSink(handle)), { code: 'file.unwritable' });
    const { handle: other } = await broken();
    const file = new SyncedFile(other);
    for (const piece of pieces) await file.write(piece);
    await assert.rejects(file.close(), { code: 'EIO' });
    await assert.rejects(other.stat(), { code: 'EBADF' });
  });

  it('is written at positions, in parts if the disk accepts only parts', async () => {
    const { handle, path } = await watched();
    const write = handle.write.bind(handle);
    const inParts = async (data: Uint8Array, offset: number, length: number, position: number | null) =>
      write(data, offset, Math.min(length, 2), position);
    Object.assign(handle, { write: inParts });
    const file = new SyncedFile(handle);
    await file.write(Buffer.from('world'), 6);
    await file.write(Buffer.from('hello '), 0);
    await file.close();
    assert.equal(await readFile(path, 'utf8'), 'hello world');
  });

  async function broken() {
    const { handle } = await watched();
    handle.datasync = async () => {
      throw Object.assign(new Error('The disk is broken'), { code: 'EIO' });
    };
    return { handle };
  }

  let count = 0;
  async function watched() {
    count += 1;
    const path = join(folder.path, `output-${count}`);
    const handle = await open(path, 'wx');
    const syncs = { meanwhile: 0, atEnd: 0 };
    const [datasync, sync] = [handle.datasync.bind(handle), handle.sync.bind(handle)];
    handle.datasync = async () => {
      syncs.meanwhile += 1;
      return datasync();
    };
    handle.sync = async () => {
      syncs.atEnd += 1;
      return sync();
    };
    return { handle, path, syncs };
  }
});
