import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ByteSource, bytesOf, openBytes, readExactly } from '../../../../src/engines/lib/byteSource.ts';
import { DisposableStore } from '../../../../src/util/disposable.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const content = Buffer.from('0123456789');

describe('A byte source', () => {
  const folder = useTemporaryFolder();
  let store: DisposableStore;
  let sources: readonly ByteSource[];

  beforeEach(() => {
    store = new DisposableStore();
    const file = path.join(folder.path, 'bytes');
    writeFileSync(file, content);
    sources = [store.add(openBytes(file)), bytesOf(content)];
  });

  afterEach(() => store.dispose());

  it('reads bytes at any position, in a file or in memory', () => {
    for (const source of sources) {
      assert.equal(source.size, 10);
      assert.equal(source.read(0, 4).toString(), '0123');
      assert.equal(source.read(3, 0).toString(), '');
      assert.equal(source.read(3, 4).toString(), '3456');
    }
  });

  it('reads only existing bytes, and allocates no more', () => {
    for (const source of sources) {
      assert.equal(source.read(8, 2 ** 50).toString(), '89');
      assert.equal(source.read(12, 4).toString(), '');
    }
  });

  it('reads an exact number of bytes, or throws', () => {
    for (const source of sources) {
      assert.equal(readExactly(source, 6, 4).toString(), '6789');
      for (const [at, length] of [
        [7, 4],
        [-1, 4],
        [11, 1],
      ] as const)
        assert.throws(() => readExactly(source, at, length), RangeError);
    }
  });
});
