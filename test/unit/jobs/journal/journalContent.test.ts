import * as fc from 'fast-check';
import assert from 'node:assert/strict';
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

/** The job without undefined properties, which JSON omits. */
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
  it('uses the later of two files about a job, in either reading order', () => {
    const [early, late] = [contentOf(header, saved(1, 1)), contentOf(header, saved(2, 2))];
    for (const contents of [
      [early, late],
      [late, early],
    ]) {
      assert.equal(mergeJournals(contents).jobs[0]?.createdAt, 2);
    }
  });

  it('ignores a file that another one replaces', () => {
    const before = contentOf({ ...header, file: 'before' }, saved(1, 1));
    const after = contentOf({ ...header, file: 'after', replaces: 'before' });
    assert.deepEqual(mergeJournals([before, after]).jobs, []);
  });
});

describe('readJournal', () => {
  it('reads all complete lines of a file truncated at any length', () => {
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

  it('detects every altered byte but the last, and reads all other lines', () => {
    const lines = [header, ...records(4)].map(encodeRecord);
    const whole = Buffer.from(lines.join(''));
    fc.assert(
      fc.property(fc.nat(whole.length - 2), fc.integer({ min: 1, max: 127 }), (at, flip) => {
        const altered = Buffer.from(whole);
        altered[at] = (altered[at] ?? 0) ^ flip;
        // A power cut leaves zeros.
        fc.pre(altered[at] !== 0);
        const content = readJournal(altered.toString());
        assert.equal(content.damaged, true);
        const line = whole.subarray(0, at).toString().split('\n').length - 1;
        // A missing line feed merges two lines.
        const lost = whole[at] === 0x0a ? [line, line + 1] : [line];
        const intact = records(4).filter((_, index) => !lost.includes(index + 1));
        for (const record of intact) {
          assert.ok(record.kind === 'job');
          const later = intact.some(
            (other) =>
              other.kind === 'job' && other.job.id === record.job.id && other.revision > record.revision,
          );
          if (!later) assert.equal(content.jobs.get(record.job.id)?.revision, record.revision);
        }
      }),
    );
  });

  it('treats zeros in the last line as a torn write, and earlier zeros as damage', () => {
    const lines = [header, ...records(3)].map(encodeRecord);
    const zeros = (index: number): string =>
      lines.map((line, at) => (at === index ? `${'\0'.repeat(line.length - 1)}\n` : line)).join('');
    assert.equal(readJournal(zeros(3)).damaged, false);
    assert.equal(readJournal(zeros(2)).damaged, true);
    for (const index of [2, 3]) assert.equal(readJournal(zeros(index)).jobs.size, 2);
  });

  it('reads back every state as written', () => {
    const problem = { code: 'unexpected', detail: 'd' } as const;
    const remote = { jobId: '1', epoch: undefined };
    for (const state of [
      {
        name: 'placing',
        remote,
        temporary: 't',
        fileName: undefined,
        attempt: undefined,
        madeFolders: undefined,
      },
      { name: 'failed', endedAt: 1, problem, keptOutput: undefined, remote },
      { name: 'needsName', output: undefined, fileName: 'f' },
      { name: 'offline', problem, remote: undefined },
    ] as const) {
      const record: JournalRecord = { kind: 'job', revision: 1, job: jobWith({ state }) };
      assert.deepEqual(plain(decodeRecord(encodeRecord(record).trimEnd())), plain(record));
    }
  });

  it('reads the epoch of a job under the name in earlier versions', () => {
    const state = { name: 'queued', remote: { jobId: '1', epoch: 'run-1' } } as const;
    const record: JournalRecord = { kind: 'job', revision: 1, job: jobWith({ state }) };
    const { remote, ...others } = state;
    const earlier = { ...others, remote: { jobId: remote.jobId, incarnation: remote.epoch } };
    const line = encodeRecord({ ...record, job: Object.assign({}, record.job, { state: earlier }) });
    assert.deepEqual(plain(decodeRecord(line.trimEnd())), plain(record));
  });
});
