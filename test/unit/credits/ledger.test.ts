import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ledger, type LedgerEntry, type LedgerOutcome, savingsOf } from '../../../src/credits/ledger.ts';
import { dayMs } from '../../../src/util/clock.ts';
import { FakeClock } from '../../support/fakeClock.ts';

/** Noon, so that the day is the same in most time zones. */
const noon = Date.UTC(2030, 0, 30, 12);

const outcome = (job: string, changes: Partial<LedgerOutcome> = {}): LedgerOutcome => ({
  job,
  submission: '1',
  tool: 'compress',
  place: 'local',
  sizes: { before: 1000, after: 400 },
  credits: 0,
  ...changes,
});

const entry = (changes: Partial<LedgerEntry>): LedgerEntry => ({
  ...outcome('a'),
  day: '2030-01-30',
  ...changes,
});
const jobsOf = (entries: readonly LedgerEntry[]): string[] => entries.map(({ job }) => job);

describe('The ledger', () => {
  let folder: string;
  let clock: FakeClock;
  let log: string[];

  beforeEach(async () => {
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'fun-ledger-')), 'savings');
    clock = new FakeClock(noon);
    log = [];
  });
  afterEach(() => rm(path.dirname(folder), { recursive: true, force: true }));

  const open = (): Ledger => new Ledger(folder, clock, (message) => log.push(message));

  it('stores spending of several windows by day', async () => {
    const [one, other] = [open(), open()];
    await Promise.all([one.add([outcome('a')]), other.add([outcome('b'), outcome('c')])]);
    assert.deepEqual(jobsOf(await open().thisMonth()).toSorted(), ['a', 'b', 'c']);
    assert.equal((await open().thisMonth())[0]?.day, '2030-01-30');
  });

  it('counts a submission once, with its last figure', async () => {
    const ledger = open();
    await ledger.add([outcome('a', { credits: 2 })]);
    await ledger.add([outcome('a', { credits: 0, sizes: undefined }), outcome('a', { submission: '2' })]);
    const entries = await open().thisMonth();
    assert.deepEqual(
      entries.map(({ submission, credits }) => [submission, credits]),
      [
        ['1', 0],
        ['2', 0],
      ],
    );
    assert.deepEqual(savingsOf(entries), { savedBytes: 600, credits: 0, isExact: true });
  });

  it('reverts the savings of undone jobs, and keeps their cost', async () => {
    const ledger = open();
    await ledger.add([outcome('a', { credits: 3, place: 'network' }), outcome('b')]);
    await ledger.undo(['a']);
    assert.deepEqual(savingsOf(await open().thisMonth()), { savedBytes: 600, credits: 3, isExact: false });
  });

  it('starts again each month', async () => {
    await open().add([outcome('a')]);
    await clock.advance(2 * dayMs);
    await open().add([outcome('b')]);
    assert.deepEqual(jobsOf(await open().thisMonth()), ['b']);
  });

  it('deletes earlier months, and no other file', async () => {
    await mkdir(folder);
    const names = ['2028-12.jsonl', '2029-12.jsonl', '2030-02.jsonl', 'notes.txt'];
    for (const name of names) await writeFile(path.join(folder, name), '');
    await open().add([outcome('a')]);
    assert.deepEqual((await readdir(folder)).toSorted(), ['2030-01.jsonl', '2030-02.jsonl', 'notes.txt']);
  });

  it('skips truncated lines and invalid entries', async () => {
    await open().add([outcome('a')]);
    await appendFile(path.join(folder, '2030-01.jsonl'), '\n{"job":"torn","sub');
    await open().add([outcome('b')]);
    await appendFile(path.join(folder, '2030-01.jsonl'), '\n{"job":1}\n[]\nnull\n');
    assert.deepEqual(jobsOf(await open().thisMonth()), ['a', 'b']);
  });

  it('continues without a writable folder, and logs that', async () => {
    await writeFile(folder, 'a file');
    const ledger = open();
    await ledger.add([outcome('a')]);
    assert.deepEqual(await ledger.thisMonth(), []);
    assert.match(log.join(), /Savings couldn’t be saved/);
  });
});

describe('Savings', () => {
  it('are the bytes saved or added by compression, not by conversion', () => {
    const grown = entry({ sizes: { before: 10, after: 30 } });
    const converted = entry({ tool: 'convert', credits: 2 });
    assert.deepEqual(savingsOf([entry({}), grown, converted]), {
      savedBytes: 580,
      credits: 2,
      isExact: false,
    });
  });
});
