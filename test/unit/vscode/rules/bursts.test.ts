import assert from 'node:assert/strict';
import type { FileFacts } from '../../../../src/jobs/core/fileStore.ts';
import { Bursts, type ChangedFile, quietMs, stillFiles } from '../../../../src/vscode/rules/bursts.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

describe('Bursts', () => {
  it('combine changes without a pause, with each file once', async () => {
    const clock = new FakeClock();
    const bursts: (readonly ChangedFile[])[] = [];
    const collector = new Bursts(clock, (files) => bursts.push(files));
    collector.add({ uri: 'a', event: 'add' });
    await clock.advance(quietMs - 1);
    collector.add({ uri: 'a', event: 'save' });
    collector.add({ uri: 'b', event: 'save' });
    await clock.advance(quietMs - 1);
    assert.deepEqual(bursts, []);
    await clock.advance(1);
    assert.deepEqual(bursts, [
      [
        { uri: 'a', event: 'add' },
        { uri: 'b', event: 'save' },
      ],
    ]);
  });

  it('can end after a shorter pause', async () => {
    const clock = new FakeClock();
    let isOver = false;
    const collector = new Bursts(clock, () => (isOver = true), quietMs / 4);
    collector.add({ uri: 'a', event: 'add' });
    await clock.advance(quietMs / 4);
    assert.ok(isOver);
  });

  it('emit nothing after they are disposed', async () => {
    const clock = new FakeClock();
    const collector = new Bursts(clock, () => assert.fail());
    collector.add({ uri: 'a', event: 'add' });
    collector.dispose();
    await clock.advance(quietMs);
  });
});

describe('stillFiles', () => {
  it('returns a file once its size is stable, unless it vanished or is a link', async () => {
    const clock = new FakeClock();
    const sizes: Record<string, readonly number[]> = { grows: [1, 2, 3, 3], stands: [5, 5], goes: [1] };
    const asked = new Map<string, number>();
    const facts = async (uri: string): Promise<FileFacts | undefined> => {
      const index = asked.get(uri) ?? 0;
      asked.set(uri, index + 1);
      const sizeBytes = uri === 'link' ? 1 : sizes[uri]?.[index];
      return sizeBytes === undefined
        ? undefined
        : { kind: 'file', sizeBytes, modifiedMs: 0, isLink: uri === 'link' };
    };
    const files = ['grows', 'stands', 'goes', 'link'].map((uri) => ({ uri }));
    const given: string[][] = [];
    const all = (async () => {
      for await (const still of stillFiles(files, facts, clock, new AbortController().signal))
        given.push(still.map(([{ uri }]) => uri));
    })();
    for (let round = 0; round < 5; round += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      await clock.advance(quietMs);
    }
    await all;
    assert.deepEqual(given, [['stands'], ['grows']]);
  });
});
