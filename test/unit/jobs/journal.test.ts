import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { Journal } from '../../../src/jobs/journal.ts';
import { mergeJournals, readJournal } from '../../../src/jobs/journalContent.ts';
import { decodeRecord, encodeRecord, type JournalRecord } from '../../../src/jobs/journalRecord.ts';
import { jobWith } from '../../support/jobs/jobWith.ts';

const owner = 'a'.repeat(16);

/** Without what is undefined, which JSON does not keep. */
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
    journal.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const files = async (): Promise<string[]> => (await readdir(folder)).map((name) => join(folder, name));
  const onDisk = async () =>
    mergeJournals(
      await Promise.all((await files()).map(async (path) => readJournal(await readFile(path, 'utf8')))),
    );

  it('has on the disk what was recorded before a flush', async () => {
    const job = jobWith();
    journal.saved(job);
    await journal.flush();
    assert.deepEqual(plain((await onDisk()).jobs), plain([job]));
    journal.removed(job.id);
    await journal.flush();
    assert.deepEqual((await onDisk()).jobs, []);
  });

  it('has on the disk what was recorded before it was disposed', async () => {
    journal.saved(jobWith());
    journal.dispose();
    assert.equal((await onDisk()).jobs.length, 1);
  });

  it('writes what many record at once together', async () => {
    await Promise.all(
      Array.from({ length: 1000 }, async (_, index) => {
        journal.saved(jobWith({ id: `job ${index}` }));
        await journal.flush();
      }),
    );
    assert.equal((await onDisk()).jobs.length, 1000);
  });

  it('stays small however often jobs change, and loses nothing when it is compacted', async () => {
    const detail = 'x'.repeat(2000);
    for (let round = 0; round < 300; round += 1) {
      for (let index = 0; index < 10; index += 1) {
        const state = { name: 'waiting', notBefore: round, problem: { code: 'c', detail } } as const;
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

  it('says that it was lost when another window has renamed its file, and writes nothing more to that', async () => {
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
});

const records = (count: number): JournalRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'job',
    revision: index,
    job: jobWith({ id: `job ${index % 3}`, createdAt: index }),
  }));

describe('readJournal', () => {
  const header: JournalRecord = { kind: 'header', version: 1, file: 'f' };
  it('tells what the whole lines tell, whatever length the file was cut to', () => {
    const lines = [header, ...records(9)].map(encodeRecord);
    const whole = Buffer.from(lines.join(''));
    fc.assert(
      fc.property(fc.nat(whole.length), (length) => {
        const content = readJournal(whole.subarray(0, length).toString());
        const count = whole.subarray(0, length).toString().split('\n').length - 2;
        const expected = new Map(
          records(9)
            .slice(0, Math.max(0, count))
            .map((record) => {
              assert.ok(record.kind === 'job');
              return [record.job.id, record.revision];
            }),
        );
        assert.deepEqual(new Map([...content.jobs].map(([id, { revision }]) => [id, revision])), expected);
        assert.equal(content.damaged, false);
      }),
    );
  });

  it('notices every altered byte before the last line feed but one, and believes nothing of an altered line', () => {
    const lines = [header, ...records(4)].map(encodeRecord);
    const whole = Buffer.from(lines.join(''));
    const last = whole.length - (lines.at(-1)?.length ?? 0);
    fc.assert(
      fc.property(fc.nat(last - 2), fc.integer({ min: 1, max: 127 }), (at, flip) => {
        const altered = Buffer.from(whole);
        altered[at] = (altered[at] ?? 0) ^ flip;
        assert.equal(readJournal(altered.toString()).damaged, true);
      }),
    );
  });

  it('reads back every state as it was written', () => {
    const problem = { code: 'c', detail: 'd' };
    const remote = { jobId: '1', incarnation: undefined };
    for (const state of [
      { name: 'placing', remote, temporary: 't', fileName: undefined, attempt: undefined },
      { name: 'failed', endedAt: 1, problem, keptOutput: undefined, remote },
      { name: 'needsName', output: undefined, fileName: 'f' },
      { name: 'offline', problem, remote: undefined },
    ] as const) {
      const record: JournalRecord = { kind: 'job', revision: 1, job: jobWith({ state }) };
      assert.deepEqual(plain(decodeRecord(encodeRecord(record).trimEnd())), plain(record));
    }
  });
});
