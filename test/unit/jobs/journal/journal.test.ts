import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Journal } from '../../../../src/jobs/journal/journal.ts';
import { mergeJournals, readJournal } from '../../../../src/jobs/journal/journalContent.ts';
import { turn } from '../../../support/fakeClock.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';

const owner = 'a'.repeat(16);

/** The job without undefined properties, which JSON omits. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('Journal', () => {
  let folder: string;
  let journal: Journal;
  let log: string[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fun-journal-'));
    log = [];
    journal = new Journal(folder, owner, (message) => log.push(message));
    await journal.open();
  });
  afterEach(async () => {
    await journal.close();
    await rm(folder, { recursive: true });
  });

  const files = async (): Promise<string[]> => (await readdir(folder)).map((name) => join(folder, name));
  const onDisk = async () =>
    mergeJournals(
      await Promise.all((await files()).map(async (path) => readJournal(await readFile(path, 'utf8')))),
    );

  it('has on disk what was recorded before a flush', async () => {
    const job = jobWith();
    journal.saved(job);
    await journal.flush();
    assert.deepEqual(plain((await onDisk()).jobs), plain([job]));
    journal.removed(job.id);
    await journal.flush();
    assert.deepEqual((await onDisk()).jobs, []);
  });

  it('has on disk what was recorded before it was disposed', async () => {
    journal.saved(jobWith());
    journal.dispose();
    assert.equal((await onDisk()).jobs.length, 1);
  });

  it('writes nothing after it is closed, even while opening', async () => {
    const other = new Journal(folder, 'b'.repeat(16), () => {});
    other.saved(jobWith());
    const opening = other.open().catch(() => {});
    for (let turns = 0; turns < 3; turns += 1) await turn();
    await Promise.all([other.close(), journal.close()]);
    const names = await readdir(folder);
    await opening;
    assert.deepEqual(await readdir(folder), names);
    await assert.rejects(other.flush());
  });

  it('creates no file if it is closed before it could start one', async () => {
    const other = new Journal(folder, 'b'.repeat(16), () => {});
    const opening = other.open();
    const closing = other.close();
    await assert.rejects(opening);
    await closing;
    assert.equal((await readdir(folder)).length, 1);
  });

  it('writes concurrent records together', async () => {
    await Promise.all(
      Array.from({ length: 1000 }, async (_, index) => {
        journal.saved(jobWith({ id: `job ${index}` }));
        await journal.flush();
      }),
    );
    assert.equal((await onDisk()).jobs.length, 1000);
  });

  it('stays small however often jobs change, and loses nothing when compacted', async () => {
    const detail = 'x'.repeat(2000);
    for (let round = 0; round < 300; round += 1) {
      for (let index = 0; index < 10; index += 1) {
        const state = { name: 'waiting', notBefore: round, problem: { code: 'unexpected', detail } } as const;
        journal.saved(jobWith({ id: `job ${index}`, state }));
      }
      if (round % 2 === 0) journal.removed(`job ${round % 10}`);
      await journal.flush();
    }
    await journal.flush();
    const [path = '', ...others] = await files();
    assert.deepEqual(others, []);
    assert.ok((await readFile(path)).length < 2 * 1024 * 1024);
    const { jobs } = await onDisk();
    assert.equal(jobs.length, 10);
    assert.ok(jobs.every(({ state }) => state.name === 'waiting' && state.notBefore === 299));
  });

  it('loses nothing that is recorded during compaction', async () => {
    const detail = 'x'.repeat(20_000);
    let count = 0;
    let compactions = 0;
    for (let round = 0; round < 400; round += 1) {
      const state = { name: 'waiting', notBefore: round, problem: { code: 'unexpected', detail } } as const;
      journal.saved(jobWith({ id: 'often', state }));
      await journal.flush();
      await turn();
      if ((await files()).length === 1) continue;
      compactions += 1;
      while ((await files()).length > 1) {
        count += 1;
        journal.saved(jobWith({ id: `job ${count}` }));
        await turn();
      }
      await journal.flush();
      assert.equal((await onDisk()).jobs.length, count + 1);
    }
    assert.ok(compactions > 0 && count > 0);
  });

  it('reports that it was lost if another window renamed its file, and stops writing to it', async () => {
    const [path = ''] = await files();
    const claimed = join(folder, `${'b'.repeat(16)}.${'c'.repeat(16)}.jsonl`);
    await rename(path, claimed);
    const before = await readFile(claimed, 'utf8');
    let losses = 0;
    journal.onDidLose(() => {
      losses += 1;
    });
    journal.saved(jobWith());
    await assert.rejects(journal.flush(), { name: 'JournalLostError' });
    assert.equal(losses, 1);
    assert.equal(await readFile(claimed, 'utf8'), before);
    journal.saved(jobWith({ id: 'later' }));
    await journal.flush();
    assert.deepEqual(
      (await onDisk()).jobs.map(({ id }) => id),
      ['later'],
    );
  });

  it('continues in a new folder with all its records if its folder was deleted', async () => {
    let losses = 0;
    journal.onDidLose(() => {
      losses += 1;
    });
    journal.saved(jobWith({ id: 'before' }));
    await journal.flush();
    await rm(folder, { recursive: true });
    journal.saved(jobWith({ id: 'after' }));
    // Some of these calls find the folder that another one has just made.
    const flushes: Promise<void>[] = [];
    for (let count = 0; count < 50; count += 1) {
      flushes.push(journal.flush());
      await turn();
    }
    await Promise.all(flushes);
    journal.saved(jobWith({ id: 'later' }));
    await journal.flush();
    const ids = (await onDisk()).jobs.map(({ id }) => id);
    assert.deepEqual(ids, ['before', 'after', 'later']);
    assert.deepEqual([losses, (await files()).length], [0, 1]);
  });

  it('reports that it was lost even if it can’t start a new file', async () => {
    let losses = 0;
    journal.onDidLose(() => {
      losses += 1;
    });
    await rm(folder, { recursive: true });
    await writeFile(folder, 'This isn’t a folder.');
    journal.saved(jobWith());
    await assert.rejects(journal.flush(), { code: 'ENOTDIR' });
    assert.equal(losses, 1);
  });
});
