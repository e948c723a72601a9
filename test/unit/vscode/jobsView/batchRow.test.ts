import assert from 'node:assert/strict';
import type { Job, JobState } from '../../../../src/jobs/core/job.ts';
import { minuteMs } from '../../../../src/util/clock.ts';
import { batchRow } from '../../../../src/vscode/jobsView/batchRow.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';
import { rowFacts } from '../../../support/jobs/rowFacts.ts';

const facts = rowFacts();
const endedAt = facts.clock.now() - 2 * minuteMs;
const problem = { code: 'api_key.missing', detail: '' } as const;
const output = 'file:///files/assets/photo.webp';
const done = { name: 'done', endedAt, outcome: 'saved', output, outputBytes: 532 } as const;
const failed = { name: 'failed', endedAt, problem, keptOutput: undefined, remote: undefined } as const;
const queued = { name: 'queued', remote: { jobId: '1', epoch: undefined } } as const;
const offline = { name: 'offline', problem, remote: undefined } as const;
const canceled = { name: 'canceled', endedAt, spent: false } as const;

const jobsIn = (states: readonly JobState[], changes: Partial<Job> = {}): Job[] =>
  states.map((state, index) =>
    jobWith({
      id: `${index}`,
      source: `file:///files/assets/${index % 2 === 0 ? 'icons/' : ''}${index}.png`,
      targetFormat: 'webp',
      sourceBytes: 1024,
      state,
      ...changes,
    }),
  );
const rowOf = (states: readonly JobState[], changes: Partial<Job> = {}) => {
  const jobs = jobsIn(states, changes);
  return batchRow(jobs, jobs, facts);
};
const spoken = (...states: JobState[]): string => rowOf(states).spoken;

describe('batchRow', () => {
  it('is named after the files’ folder and the target', () => {
    assert.equal(rowOf([done, done]).label, 'assets → WEBP');
    assert.equal(rowOf([done], { source: 'file:///files/a.png' }).label, 'files → WEBP');
    const [a, b] = jobsIn([done, done]);
    assert.ok(a && b);
    const apart = [a, { ...b, source: 'vscode-vfs://github/b.png' }];
    assert.equal(batchRow(apart, apart, facts).label, '2 files → WEBP');
    const compressed = rowOf([done, done], { targetFormat: undefined, tool: 'compress' });
    assert.equal(compressed.label, 'assets');
    assert.equal(compressed.description, '2 files · -48% · 2 min. ago · compress');
  });

  it('shows how many jobs are done, their outcome, the time, and the saving', () => {
    assert.equal(rowOf([done, done]).description, '2 files · -48% · 2 min. ago');
    assert.equal(rowOf([done, failed]).description, '1 of 2, 1 failed · -48% · 2 min. ago');
    assert.equal(rowOf([done, queued]).description, '1 of 2 · -48%');
    assert.equal(rowOf([offline, offline]).description, '0 of 2, 2 waiting');
    assert.equal(rowOf([canceled, canceled]).description, '0 of 2, 2 canceled · 2 min. ago');
  });

  it('is fully described for screen readers', () => {
    assert.equal(spoken(done, done), 'assets, to WEBP, 2 files, all done, 2 min. ago, 48% smaller');
    assert.equal(spoken(done, failed), 'assets, to WEBP, 1 of 2 done, 1 failed, 2 min. ago, 48% smaller');
    assert.equal(spoken(done, queued), 'assets, to WEBP, 1 of 2 done, 1 active, 48% smaller');
    assert.equal(spoken(offline, offline), 'assets, to WEBP, 0 of 2 done, 2 waiting');
    const grown = { ...done, outputBytes: 2048 };
    assert.match(spoken(grown), /, 1 file, done, 2 min\. ago, 100% larger$/);
    const compressed = rowOf([done, canceled], { targetFormat: undefined, tool: 'compress' });
    assert.match(compressed.spoken, /^assets, compress, 1 of 2 done, 1 canceled, /);
  });

  it('has the folder, the sizes, and the start time in its tooltip', () => {
    const { tooltip } = rowOf([done, done], { createdAt: Date.UTC(2030, 0, 1, 12) });
    assert.match(tooltip, /^\/files\/assets\nNetwork · Jan 1, 2030, .*\n2 → 1 KB \(-48%\)$/);
  });

  it('shows in its tooltip until when the network keeps results', () => {
    const charge = { remote: queued.remote, credits: 1, at: facts.clock.now() };
    const [a, b] = jobsIn([done, done], { charge });
    assert.ok(a && b);
    const jobs = [a, { ...b, charge: { ...charge, at: charge.at - 30 * minuteMs } }];
    assert.match(batchRow(jobs, jobs, facts).tooltip, /\nThe network keeps the result until \d+:00.[AP]M\.$/);
  });

  it('lists its jobs if some are active or need attention, or were filtered', () => {
    assert.equal(rowOf([done, done]).children, 'hidden');
    assert.equal(rowOf([done, canceled]).children, 'hidden');
    for (const state of [queued, offline, failed]) assert.equal(rowOf([done, state]).children, 'shown');
    const jobs = jobsIn([done, canceled]);
    assert.equal(batchRow(jobs, jobs.slice(0, 1), facts).children, 'shown');
  });

  it('has the icon of the state that most needs attention', () => {
    const icons = (
      [[queued, offline, failed, done], [offline, failed], [failed, done], [done], [canceled]] as const
    ).map((states) => rowOf(states).icon.id);
    assert.deepEqual(icons, ['sync~spin', 'bell-dot', 'error', 'pass-filled', 'circle-slash']);
  });

  it('offers the actions of its visible jobs', () => {
    const ofResults = 'references picture';
    assert.equal(
      rowOf([done, failed, queued]).contextValue,
      `openAll compare undo retryAll retryFailed ${ofResults} cancel remove source`,
    );
    assert.equal(rowOf([queued]).contextValue, 'cancel source');
    const jobs = jobsIn([done, failed]);
    const nothingToUndo = { ...facts, canUndo: () => false };
    assert.equal(
      batchRow(jobs, jobs, nothingToUndo).contextValue,
      `openAll compare retryAll retryFailed ${ofResults} remove source`,
    );
    assert.equal(
      batchRow(jobs, jobs.slice(0, 1), nothingToUndo).contextValue,
      `openAll compare ${ofResults} remove source`,
    );
  });
});
