import assert from 'node:assert/strict';
import { FileStoreError } from '../../../../src/jobs/core/fileStore.ts';
import { FolderNames } from '../../../../src/jobs/placement/outputFolder.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

const readFolder = 'file:///photos';

describe('FolderNames', () => {
  it('are read each time if that is fast', async () => {
    const { names, inFolder } = folderThatTakes(0);
    assert.deepEqual([...(await names.taken(readFolder))], ['a.webp']);
    inFolder.push('B.webp');
    assert.deepEqual([...(await names.taken(readFolder))], ['a.webp', 'b.webp']);
  });

  it('are cached for twenty times the reading time, including added names', async () => {
    const { names, inFolder, clock } = folderThatTakes(10);
    await names.taken(readFolder);
    inFolder.push('b.webp');
    names.add(readFolder, 'C.webp');
    await clock.advance(199);
    assert.deepEqual([...(await names.taken(readFolder))], ['a.webp', 'c.webp']);
    await clock.advance(1);
    assert.deepEqual([...(await names.taken(readFolder))], ['a.webp', 'b.webp']);
  });

  it('are cached for at most a second', async () => {
    const { names, inFolder, clock } = folderThatTakes(5000);
    await names.taken(readFolder);
    inFolder.push('b.webp');
    await clock.advance(1000);
    assert.deepEqual([...(await names.taken(readFolder))], ['a.webp', 'b.webp']);
  });

  it('are empty for a folder that doesn’t exist yet', async () => {
    const clock = new FakeClock();
    assert.equal((await new FolderNames({ names: missing }, clock).taken(readFolder)).size, 0);
  });
});

async function missing(): Promise<never> {
  throw new FileStoreError('file.missing', 'not here');
}

/** A folder with one file, which takes this long to list. */
function folderThatTakes(readMs: number) {
  const clock = new FakeClock();
  const inFolder = ['a.webp'];
  const read = async (): Promise<readonly string[]> => {
    await clock.advance(readMs);
    return [...inFolder];
  };
  return { names: new FolderNames({ names: read }, clock), inFolder, clock };
}
