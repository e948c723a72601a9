import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  type JournalContent,
  mergeJournals,
  readJournal,
} from '../../../../src/jobs/journal/journalContent.ts';
import {
  decodeRecord,
  encodeRecord,
  type JournalRecord,
} from '../../../../src/jobs/journal/journalRecord.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';

const header = { kind: 'header', version: 1, file: 'f' } as const satisfies JournalRecord;

/** Without what is undefined, which JSON does not keep. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const contentOf = (...list: JournalRecord[]): JournalContent => readJournal(list.map(encodeRecord).join(''));
const saved = (revision: number, createdAt: number): JournalRecord => ({
  kind: 'job',
  revision,
  job: jobWith({ createdAt }),
});

const records = (count: number): JournalRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'job',
    revision: index,
    job: jobWith({ id: `job ${index % 3}`, createdAt: index }),
  }));

describe('mergeJournals', () => {
  it('believes the later of two files about a job, whichever is read first', () => {
    const [early, late] = [contentOf(header, saved(1, 1)), contentOf(header, saved(2, 2))];
    for (const contents of [
      [early, late],
      [late, early],
    ]) {
      assert.equal(mergeJournals(contents).jobs[0]?.createdAt, 2);
    }
  });

  it('takes nothing from a file that another one replaces', () => {
    const before = contentOf({ ...header, file: 'before' }, saved(1, 1));
    const after = contentOf({ ...header, file: 'after', replaces: 'before' });
    assert.deepEqual(mergeJournals([before, after]).jobs, []);
  });
});

describe('readJournal', () => {
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
