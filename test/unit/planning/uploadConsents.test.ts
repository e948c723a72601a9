import assert from 'node:assert/strict';
import { UploadConsents } from '../../../src/planning/uploadConsents.ts';
import { MemoryStore } from '../../support/memoryStore.ts';

const origin = 'https://files.example';

describe('UploadConsents', () => {
  it('are stored by workspace and origin', async () => {
    const [user, one, other] = [new MemoryStore(), new MemoryStore(), new MemoryStore()];
    const consents = new UploadConsents(one, user);
    assert.equal(consents.has(origin), false);
    await consents.give(origin);
    await consents.give('https://second.example');
    assert.equal(consents.has(origin), true);
    assert.equal(consents.has('https://other.example'), false);
    assert.equal(consents.has(undefined), false);
    assert.equal(new UploadConsents(other, user).has(origin), false);
  });

  it('apply anywhere to jobs of another workspace', async () => {
    const user = new MemoryStore();
    await new UploadConsents(new MemoryStore(), user).give(origin);
    const elsewhere = new UploadConsents(new MemoryStore(), user);
    assert.equal(elsewhere.hasAnywhere(origin), true);
    assert.equal(elsewhere.hasAnywhere('https://other.example'), false);
  });

  it('are empty if the store has something else', () => {
    const store = new MemoryStore();
    void store.update('uploadConsents', 'yes');
    assert.equal(new UploadConsents(store, store).has(origin), false);
  });
});
