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
    const first = await keys.stored(origin);
    assert.ok(first);
    assert.deepEqual(first, { ...issued, id: first.id });
    assert.equal(await keys.get(origin), 'one');
    assert.equal(await keys.stored('https://other.example.com'), undefined);
    const typed = { key: 'two', issuer: undefined };
    await keys.set(origin, typed);
    const second = await keys.stored(origin);
    assert.ok(second);
    assert.deepEqual(second, { ...typed, id: second.id });
    await keys.remove(origin, second);
    assert.equal(await keys.get(origin), undefined);
  });

  it('have an id that only changes with the key, and reveals nothing about it', async () => {
    const keys = new ApiKeys(secrets());
    const idOf = async (key: string): Promise<string> => {
      await keys.set(origin, { key, issuer: undefined });
      return (await keys.stored(origin))?.id ?? '';
    };
    const [first, again, other, back] = [
      await idOf('one'),
      await idOf('one'),
      await idOf('two'),
      await idOf('one'),
    ];
    assert.equal(first, again);
    assert.equal(new Set([first, other, back]).size, 3);
    assert.match(first, /^[\da-f-]{36}$/);
  });

  it('are only read for a job that they pay for', async () => {
    const keys = new ApiKeys(secrets());
    await keys.set(origin, { key: 'one', issuer: undefined });
    const { id } = (await keys.stored(origin)) ?? {};
    assert.equal(await keys.get(origin, id), 'one');
    await keys.set(origin, { key: 'two', issuer: undefined });
    assert.equal(await keys.get(origin, id), undefined);
  });

  it('stay if another window has replaced the key that is to be removed', async () => {
    const keys = new ApiKeys(secrets());
    await keys.set(origin, { key: 'one', issuer: undefined });
    const first = await keys.stored(origin);
    assert.ok(first);
    await keys.set(origin, { key: 'two', issuer: undefined });
    await keys.remove(origin, first);
    assert.equal(await keys.get(origin), 'two');
  });

  it('of an earlier version have an id, too', async () => {
    const storage = secrets();
    await storage.store(`apiKey:${origin}`, 'one');
    assert.deepEqual(await new ApiKeys(storage).stored(origin), {
      key: 'one',
      issuer: undefined,
      id: origin,
    });
  });
});
