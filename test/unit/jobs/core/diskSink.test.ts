import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { diskSink } from '../../../../src/jobs/core/diskFileStore.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const megabyte = Buffer.alloc(1024 ** 2);

describe('A disk sink', () => {
  const folder = useTemporaryFolder();

  it('syncs a large file to disk while more of it arrives, and the rest at the end', async () => {
    const { handle, syncs } = await watched();
    await pipeline(Readable.from(Array.from({ length: 100 }, () => megabyte)), diskSink(handle));
    assert.ok(syncs.meanwhile > 0 && syncs.meanwhile <= 3, String(syncs.meanwhile));
    assert.equal(syncs.atEnd, 1);
  });

  it('fails if syncing a part has failed, even if the rest would succeed', async () => {
    const { handle } = await watched();
    handle.datasync = async () => {
      throw Object.assign(new Error('The disk is broken'), { code: 'EIO' });
    };
    const pieces = Readable.from(Array.from({ length: 100 }, () => megabyte));
    await assert.rejects(pipeline(pieces, diskSink(handle)), { code: 'file.unwritable' });
  });

  async function watched() {
    const handle = await open(join(folder.path, 'output'), 'wx');
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
    return { handle, syncs };
  }
});
