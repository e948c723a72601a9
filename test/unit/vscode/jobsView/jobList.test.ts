import assert from 'node:assert/strict';
import type { Job, JobState } from '../../../../src/jobs/core/job.ts';
import { minuteMs } from '../../../../src/util/clock.ts';
import { JobList, redrawMs } from '../../../../src/vscode/jobsView/jobList.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';
import { rowFacts } from '../../../support/jobs/rowFacts.ts';

const problem = { code: 'api_key.missing', detail: '' } as const;
const remote = { jobId: '1', epoch: undefined };
const queued = { name: 'queued', remote } as const;
const processing = (progress: number): JobState => ({ name: 'processing', remote, progress });
const offline = { name: 'offline', problem, remote } as const;
const done = {
  name: 'done',
  endedAt: 0,
  outcome: 'saved',
  output: 'file:///a.webp',
  outputBytes: 1,
} as const;
const failed = { name: 'failed', endedAt: 0, problem, keptOutput: undefined, remote: undefined } as const;

const batchOf = (batch: string, states: readonly JobState[], createdAt = 0): Job[] =>
  states.map((state, index) => jobWith({ id: `${batch}${index}`, batch, state, createdAt }));
const all = (state: JobState): JobState[] => Array.from({ length: 5000 }, () => state);

/** A list as VS Code shows it, with every batch expanded: VS Code reads each redrawn row, and all rows below it. */
class ShownList {
  readonly facts = rowFacts();
  readonly list = new JobList(this.facts);
  readonly #jobs = new Map<string, Job>();

  /** Adds jobs, and reads all rows. */
  add(...jobs: readonly Job[]): void {
    this.list.note({ kind: 'added', jobs });
    for (const job of jobs) this.#jobs.set(job.id, job);
    this.read();
  }

  /** Reports a job's next state. */
  change(id: string, state: JobState, changes: Partial<Job> = {}): void {
    const before = this.#jobs.get(id);
    assert.ok(before);
    const job = { ...before, ...changes, state };
    this.#jobs.set(id, job);
    this.list.note({ kind: 'changed', jobs: [job] });
  }

  remove(id: string): void {
    const job = this.#jobs.get(id);
    assert.ok(job);
    this.list.note({ kind: 'removed', jobs: [job] });
  }

  /** The ids of the rows that are read after a change. */
  read(): string[] {
    const drawn = this.list.takeChanges() ?? this.list.children(undefined);
    return drawn.flatMap((id) => [id, ...this.list.children(id)]);
  }

  /** The rows on the first level. */
  get roots(): readonly string[] {
    return this.list.children(undefined);
  }
}

describe('JobList', () => {
  let shown: ShownList;

  beforeEach(() => {
    shown = new ShownList();
  });

  it('has a row per batch with its jobs below it, or only the job’s row for a single job', () => {
    shown.add(...batchOf('many', [queued, queued], 2), ...batchOf('one', [queued], 1));
    assert.deepEqual(shown.roots, ['many', 'one0']);
    assert.deepEqual(shown.list.children('many'), ['many0', 'many1']);
    assert.equal(shown.list.parent('many1'), 'many');
    assert.equal(shown.list.parent('one0'), undefined);
    assert.equal(shown.list.row('many')?.label, 'photo.png → TXT');
    assert.equal(shown.list.row('one0')?.label, 'photo.png');
    assert.deepEqual(
      ['many', 'many1', 'one0', 'unknown'].map((id) => shown.list.jobs(id).map((job) => job.id)),
      [['many0', 'many1'], ['many1'], ['one0'], []],
    );
  });

  it('sorts active jobs first, then parked, then ended ones, the latest first', () => {
    shown.add(
      ...batchOf('ended', [done], 9),
      ...batchOf('parked', [offline, done], 8),
      ...batchOf('older', [queued], 1),
      ...batchOf('newer', [done, queued, offline], 2),
    );
    assert.deepEqual(shown.roots, ['newer', 'older0', 'parked', 'ended0']);
  });

  it('sorts a batch’s failed jobs first, then the others by file', () => {
    shown.add(...batchOf('a', [done, failed, queued, { name: 'expired', endedAt: 0 }]));
    assert.deepEqual(shown.list.children('a'), ['a1', 'a3', 'a0', 'a2']);
  });

  it('shows and counts what the filter allows', () => {
    shown.add(...batchOf('a', [done, failed, queued]), ...batchOf('b', [done]), ...batchOf('c', [offline]));
    const seen = (['all', 'active', 'failed', 'done', 'waiting'] as const).map((filter) => {
      shown.list.filter = filter;
      shown.read();
      return shown.roots.flatMap((id) => [id, ...shown.list.children(id)]).join(' ');
    });
    assert.deepEqual(seen, ['a a1 a0 a2 c0 b0', 'a a2', 'a a1', 'a a0 b0', 'c0']);
    assert.deepEqual(shown.list.counts, { shown: 1, all: 5 });
    assert.deepEqual([shown.list.isListed('c0'), shown.list.isListed('a1')], [true, false]);
    shown.change('c0', queued);
    shown.read();
    assert.deepEqual(shown.roots, []);
  });

  it('shows a batch as its visible jobs', () => {
    shown.add(...batchOf('a', [done, failed, queued]));
    shown.list.filter = 'failed';
    shown.read();
    assert.deepEqual(
      shown.list.jobs('a').map(({ id }) => id),
      ['a1'],
    );
  });

  it('replaces a batch by its only remaining job, and drops an empty one', () => {
    shown.add(...batchOf('a', [done, failed]));
    shown.remove('a1');
    shown.read();
    assert.deepEqual(shown.roots, ['a0']);
    assert.equal(shown.list.parent('a0'), undefined);
    shown.remove('a0');
    shown.read();
    assert.deepEqual(shown.roots, []);
  });

  it('follows a job into another batch', () => {
    shown.add(...batchOf('a', [queued, offline, offline], 1));
    for (const id of ['a1', 'a2']) shown.change(id, queued, { batch: 'b' });
    shown.read();
    assert.deepEqual(shown.roots, ['a0', 'b']);
    assert.deepEqual(shown.list.children('b'), ['a1', 'a2']);
  });

  it('refreshes nothing if nothing changed', () => {
    shown.add(...batchOf('a', [done, done]));
    shown.list.noteTime();
    assert.deepEqual(shown.read(), []);
    assert.equal(shown.list.isBehind, false);
  });

  it('refreshes rows whose time has passed', async () => {
    const endedAt = shown.facts.clock.now();
    shown.add(...batchOf('a', [{ ...done, endedAt }, done]), ...batchOf('b', [done]));
    await shown.facts.clock.advance(minuteMs);
    shown.list.noteTime();
    assert.deepEqual(shown.read(), ['a', 'a0', 'a1']);
  });
});

describe('JobList with 5,000 jobs', () => {
  let shown: ShownList;

  beforeEach(() => {
    shown = new ShownList();
  });

  it('refreshes one row for changed figures', () => {
    shown.add(...batchOf('a', all(processing(0))));
    shown.change('a7', processing(0.5));
    assert.deepEqual(shown.read(), ['a7']);
  });

  it('checks no other job of a batch for changed figures', async () => {
    const seen = new Set<string>();
    const canUndo = ({ id }: Job): boolean => {
      seen.add(id);
      return false;
    };
    const list = new JobList({ ...shown.facts, canUndo });
    list.note({ kind: 'added', jobs: batchOf('a', all(processing(0))) });
    list.takeChanges();
    assert.equal(seen.size, 5000);
    seen.clear();
    await shown.facts.clock.advance(minuteMs);
    list.note({ kind: 'changed', jobs: batchOf('a', [processing(0.5)]) });
    list.takeChanges();
    assert.deepEqual([...seen], []);
  });

  it('refreshes at most three rows when a job advances, ends, or fails', () => {
    const ended = all(done)
      .slice(2)
      .flatMap((state, index) => batchOf(`ended${index}`, [state]));
    shown.add(...ended, ...batchOf('a', [queued, queued], 1));
    shown.change('a0', processing(0));
    assert.deepEqual(shown.read(), ['a0']);
    shown.change('a1', failed);
    assert.deepEqual(shown.read(), ['a', 'a1', 'a0']);
    shown.change('a0', done);
    assert.deepEqual(shown.read(), ['a', 'a1', 'a0']);
  });

  it('refreshes all rows of a batch now and then as jobs end, and at the end', async () => {
    shown.add(...batchOf('a', all(queued)));
    let readWhole = 0;
    for (let ended = 0; ended < 1000; ended += 10) {
      for (let index = ended; index < ended + 10; index += 1) shown.change(`a${index}`, done);
      await shown.facts.clock.advance(redrawMs);
      const rows = shown.read();
      assert.ok(rows.length === 10 || rows.length === 5001, `${rows.length} rows`);
      if (rows.length > 10) readWhole += 1;
    }
    assert.equal(readWhole, (100 * redrawMs) / 5000);
    assert.match(shown.list.row('a')?.description ?? '', /^1,000 of 5,000/);
    shown.change('a1000', done);
    assert.deepEqual([shown.read(), shown.list.isBehind], [['a1000'], true]);
    for (let index = 1001; index < 5000; index += 1) shown.change(`a${index}`, done);
    assert.equal(shown.read().length, 5001);
    assert.match(shown.list.row('a')?.description ?? '', /^5,000 files/);
  });
});
