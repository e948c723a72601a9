import assert from 'node:assert/strict';
import { StagingHistory } from '../../../../src/vscode/git/stagingHistory.ts';
import { MemoryStore } from '../../../support/memoryStore.ts';

const entry = (batch: string, uri: string, before = 'a1') => ({ batch, uri, before });

describe('StagingHistory', () => {
  it('keeps the latest entry per batch and file beyond the session', async () => {
    const store = new MemoryStore();
    await new StagingHistory(store).keep([entry('1', 'a'), entry('1', 'b'), entry('2', 'a')]);
    await new StagingHistory(store).keep([entry('1', 'a', 'a2')]);
    assert.deepEqual(new StagingHistory(store).ofBatch('1'), [entry('1', 'b'), entry('1', 'a', 'a2')]);
  });

  it('forgets entries on request', async () => {
    const history = new StagingHistory(new MemoryStore());
    await history.keep([entry('1', 'a'), entry('1', 'b')]);
    await history.forget([entry('1', 'a')]);
    assert.deepEqual(history.ofBatch('1'), [entry('1', 'b')]);
  });

  it('treats unreadable data as empty', () => {
    const store = new MemoryStore();
    void store.update('stagedImages', 'damaged');
    assert.deepEqual(new StagingHistory(store).ofBatch('1'), []);
  });
});
