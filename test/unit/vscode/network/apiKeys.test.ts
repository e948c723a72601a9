import assert from 'node:assert/strict';
import { ApiKeys } from '../../../../src/vscode/network/apiKeys.ts';

const origin = 'https://files.example.com';

/** A secret storage as VS Code's, which only runs inside of it. */
function secrets() {
  const values = new Map<string, string>();
  return {
    get: async (name: string) => values.get(name),
    store: async (name: string, value: string) => void values.set(name, value),
    delete: async (name: string) => void values.delete(name),
    keys: async () => [...values.keys()],
    onDidChange: () => ({ dispose: () => {} }),
  };
}

describe('The stored API keys', () => {
  it('know the provider that issued a key, until another key replaces it', async () => {
    const keys = new ApiKeys(secrets());
    const issued = { key: 'one', issuer: new URL('https://accounts.example.com') };
    await keys.set(origin, issued);
    assert.deepEqual(await keys.stored(origin), issued);
    assert.equal(await keys.get(origin), 'one');
    assert.equal(await keys.stored('https://other.example.com'), undefined);
    const typed = { key: 'two', issuer: undefined };
    await keys.set(origin, typed);
    assert.deepEqual(await keys.stored(origin), typed);
    await keys.remove(origin);
    assert.equal(await keys.get(origin), undefined);
  });
});
