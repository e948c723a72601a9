import assert from 'node:assert/strict';
import type { Job, JobState, Problem } from '../../../../src/jobs/core/job.ts';
import { minuteMs, hourMs } from '../../../../src/util/clock.ts';
import { batchRow, jobRow, resultExpiry } from '../../../../src/vscode/jobsView/jobRows.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';
import { rowFacts } from '../../../support/jobs/rowFacts.ts';
import type { ToolId } from '../../../../src/contract/tools.ts';
import { fault } from '../../../../src/contract/fault.ts';
import type { ServiceId } from '../../../../src/jobs/core/service.ts';
import { states } from '../../../../src/jobs/core/states.ts';
import { commands } from '../../../../src/manifest.ts';

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

describe('batchRow', () => {
  const facts = rowFacts();
  const endedAt = facts.clock.now() - 2 * minuteMs;
  const problem = { code: 'api_key.missing', detail: '' } as const;
  const output = 'file:///files/assets/photo.webp';
  const done = { name: 'done', endedAt, outcome: 'saved', output, outputBytes: 532 } as const;
  const failed = { name: 'failed', endedAt, problem, keptOutput: undefined, remote: undefined } as const;
  const queued = { name: 'queued', remote: { jobId: '1', epoch: undefined } } as const;
  const offline = { name: 'offline', problem, remote: undefined } as const;
  const canceled = { name: 'canceled', endedAt, spent: false } as const;

  const rowOf = (states: readonly JobState[], changes: Partial<Job> = {}) => {
    const jobs = jobsIn(states, changes);
    return batchRow(jobs, jobs, facts);
  };
  const spoken = (...states: JobState[]): string => rowOf(states).spoken;

  it('is named after the files’ folder and the target', () => {
    assert.equal(rowOf([done, done]).label, 'assets → WebP');
    assert.equal(rowOf([done], { source: 'file:///files/a.png' }).label, 'files → WebP');
    const [a, b] = jobsIn([done, done]);
    assert.ok(a && b);
    const apart = [a, { ...b, source: 'vscode-vfs://github/b.png' }];
    assert.equal(batchRow(apart, apart, facts).label, '2 files → WebP');
    const compressed = rowOf([done, done], { targetFormat: undefined, tool: 'compress' });
    assert.equal(compressed.label, 'assets');
    assert.equal(compressed.description, 'compress · 2 files · -48% · 2 min. ago');
  });

  it('is named after the file and the set of pictures that are made from it', () => {
    const source = 'file:///files/icon.svg';
    const row = rowOf([done, done, done], { source, targetFormat: 'ico', imageSet: 'favicon' });
    assert.equal(row.label, 'icon.svg → Favicon set');
    assert.match(row.spoken, /^icon\.svg, to Favicon set, /);
    assert.equal(rowOf([done, done], { source, imageSet: 'unheard of' }).label, 'icon.svg → WebP');
  });

  it('shows how many jobs are done, their outcome, the time, and the saving', () => {
    assert.equal(rowOf([done, done]).description, '2 files · -48% · 2 min. ago');
    assert.equal(rowOf([done, failed]).description, '1 of 2, 1 failed · -48% · 2 min. ago');
    assert.equal(rowOf([done, queued]).description, '1 of 2 · -48%');
    assert.equal(rowOf([offline, offline]).description, '0 of 2, 2 waiting');
    assert.equal(rowOf([canceled, canceled]).description, '0 of 2, 2 canceled · 2 min. ago');
  });

  it('is fully described for screen readers', () => {
    assert.equal(spoken(done, done), 'assets, to WebP, 2 files, all done, 2 min. ago, 48% smaller');
    assert.equal(spoken(done, failed), 'assets, to WebP, 1 of 2 done, 1 failed, 2 min. ago, 48% smaller');
    assert.equal(spoken(done, queued), 'assets, to WebP, 1 of 2 done, 1 active, 48% smaller');
    assert.equal(spoken(offline, offline), 'assets, to WebP, 0 of 2 done, 2 waiting');
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

describe('jobRow', () => {
  const { clock, ...facts } = rowFacts();
  const remote = { jobId: '1', epoch: undefined };
  const problem = { code: 'api_key.missing', detail: '' } as const;
  const done = {
    name: 'done',
    endedAt: clock.now(),
    outcome: 'saved',
    output: 'file:///files/photo.webp',
    outputBytes: 512,
  } as const;
  const output = { remote, fileName: undefined, temporary: 'file:///tmp/1' };
  /** The states of an active job on each service, in order. */
  const here: readonly JobState[] = [
    states.waiting(),
    states.converting(),
    states.converting(0.4),
    states.placing({ ...output, remote: undefined }),
  ];
  const onNetwork: readonly JobState[] = [
    states.waiting(),
    { ...states.uploading(0, false, undefined), sentBytes: 1000 },
    states.queued(remote),
    states.processing(remote, undefined),
    states.processing(remote, 0.4),
    states.downloading(output),
    states.placing(output),
  ];
  const rowOf = (state: JobState, isWholeBatch = true) =>
    jobRow(jobWith({ state, targetFormat: 'webp', sourceBytes: 1024 }), { clock, ...facts }, isWholeBatch);
  /** The actions of every row with an image as its result. */
  const ofResult = 'compare references picture';
  /** The description and the icon of a job's row in each of these states. */
  const movingRows = (service: ServiceId, tool: ToolId): unknown[] =>
    (service === 'local' ? here : onNetwork).map((state) => {
      const job = jobWith({ state, service, tool, sourceBytes: 1000 });
      const { description, icon } = jobRow(job, { clock, ...facts }, false);
      return [description, icon.id];
    });
  const spoken = (state: JobState): string => rowOf(state, false).spoken;

  const descriptionOf = (failure: Problem): string =>
    rowOf({
      name: 'failed',
      endedAt: clock.now(),
      problem: failure,
      keptOutput: undefined,
      remote: undefined,
    }).description;

  it('shows file, state, and target, and the rest in the tooltip', () => {
    const row = rowOf(done);
    assert.equal(row.label, 'photo.png');
    assert.equal(row.description, '→ WebP · 512 B (-50%) · just now');
    assert.equal(
      row.tooltip,
      ['/files/photo.png', 'Network · → WebP · 512 B (-50%)', 'Source: 1 KB', 'Result: 512 B'].join('\n'),
    );
    const pages = rowOf({ ...done, output: 'file:///files/report.zip' });
    assert.match(pages.description, /^→ WebP in a ZIP · /);
    assert.deepEqual(row.onClick?.arguments, ['job']);
    assert.equal(row.onClick?.command, commands.openOutput);
  });

  it('says in the tooltip what the result lost', () => {
    const job = jobWith({ state: done, targetFormat: 'jpg', losses: ['transparency', 'animation'] });
    const { tooltip, spoken: heard } = jobRow(job, { clock, ...facts }, false);
    assert.match(tooltip, /\nLost: animation and transparency\.$/);
    assert.match(heard, /Lost: animation and transparency\./);
  });

  it('explains why a job is in its state', () => {
    const row = rowOf({ name: 'needsKey', problem, remote: undefined });
    assert.match(row.tooltip, /\nThe network requires an API key\./);
    assert.match(row.spoken, /^photo\.png, to WebP, Needs an API key, The network requires/);
    assert.deepEqual(row.icon, { id: 'key', color: 'list.warningForeground' });
    assert.equal(row.onClick, undefined);
  });

  it('mentions no upload and shows no cloud for this computer', () => {
    assert.deepEqual(movingRows('local', 'convert'), [
      ['Waiting', 'clock'],
      ['Converting', 'sync~spin'],
      ['Converting 40%', 'sync~spin'],
      ['Saving', 'save'],
    ]);
    assert.deepEqual(movingRows('local', 'compress')[2], ['Compressing 40%', 'sync~spin']);
    assert.deepEqual(movingRows('network', 'convert'), [
      ['Waiting', 'clock'],
      ['Sent, waiting for a response', 'cloud-upload'],
      ['Queued', 'clock'],
      ['Processing', 'sync~spin'],
      ['Processing 40%', 'sync~spin'],
      ['Downloading', 'cloud-download'],
      ['Saving', 'save'],
    ]);
  });

  it('shows why a job failed without the tooltip', () => {
    const damaged = { code: 'conversion.invalid_input', detail: '', fault: fault('damaged.image') } as const;
    assert.equal(descriptionOf(damaged), '→ WebP · The image is damaged and can’t be read. · just now');
    assert.match(descriptionOf({ code: 'file.empty', detail: '' }), /^→ WebP · The file is empty/);
    assert.match(
      descriptionOf({ code: 'conversion.invalid_input', detail: '' }),
      /^→ WebP · The file can’t be processed/,
    );
    assert.match(descriptionOf({ ...damaged, file: 'b.png' }), /^→ WebP · b\.png: The image is damaged/);
  });

  it('describes its state for screen readers', () => {
    assert.equal(spoken(done), 'photo.png, Done, from 1 KB to 512 B, 50% smaller');
    assert.equal(spoken({ ...done, outputBytes: 2048 }), 'photo.png, Done, from 1 KB to 2 KB, 100% larger');
    assert.equal(spoken({ ...done, outputBytes: 1024 }), 'photo.png, Done, from 1 KB to 1 KB, the same size');
    assert.equal(spoken({ ...done, outcome: 'alreadySmall' }), 'photo.png, Already small');
    const ended = { endedAt: clock.now(), problem, remote: undefined, keptOutput: undefined };
    assert.match(
      spoken({ name: 'failed', ...ended }),
      /^photo\.png, Failed, The network requires an API key\./,
    );
    assert.equal(spoken({ name: 'queued', remote }), 'photo.png, Queued');
  });

  it('offers the actions for the job’s state', () => {
    const ended = { endedAt: clock.now(), problem, remote: undefined };
    const states: readonly (readonly [JobState, string])[] = [
      [{ name: 'queued', remote }, 'cancel'],
      [{ name: 'offline', problem, remote }, 'retry cancel'],
      [{ name: 'needsName', output: undefined, fileName: 'a.webp' }, 'chooseName cancel'],
      [{ name: 'unconfirmed', sentAt: 0, sizeBytes: 0, sha256: undefined, problem }, 'submitAgain remove'],
      [done, `open reveal undo remove ${ofResult}`],
      [{ ...done, outcome: 'skipped', output: undefined }, 'remove'],
      [{ name: 'failed', ...ended, keptOutput: undefined }, 'retry remove'],
      [
        { name: 'failed', ...ended, problem: { code: 'file.empty', detail: '' }, keptOutput: undefined },
        'retry remove',
      ],
      [{ name: 'failed', ...ended, keptOutput: 'file:///kept' }, 'saveKept remove'],
      [{ name: 'expired', endedAt: 0 }, 'retry remove'],
    ];
    for (const [state, actions] of states) {
      assert.equal(rowOf(state).contextValue, `${actions} source`, state.name);
    }
  });

  it('shows the time and undo outside a batch, which shows them itself', () => {
    const ended = { ...done, endedAt: clock.now() - 2 * minuteMs };
    assert.equal(rowOf(ended).description, '→ WebP · 512 B (-50%) · 2 min. ago');
    assert.match(rowOf(ended).spoken, /, 2 min\. ago$/);
    assert.equal(rowOf(ended, false).description, '512 B (-50%)');
    assert.equal(rowOf(ended, false).contextValue, `open reveal remove ${ofResult} source`);
    const kept = jobRow(jobWith({ state: done }), { clock, ...facts, canUndo: () => false }, true);
    assert.equal(kept.contextValue, `open reveal remove ${ofResult} source`);
  });

  it('shows in the tooltip until when the network keeps the result', () => {
    const charge = { remote, credits: 1, at: clock.now() };
    const job = jobWith({ state: done, targetFormat: 'webp', sourceBytes: 1024, charge });
    const row = jobRow(job, { clock, ...facts }, false);
    assert.equal(row.description, '512 B (-50%)');
    assert.match(row.tooltip, /\nThe network keeps the result until \d+:00.[AP]M\.$/);
  });
});

describe('keptUntil', () => {
  const remote = { jobId: '1', epoch: undefined };
  const at = 1_000_000;
  const charge = { remote, credits: 1, at };
  const problem = { code: 'output.not_placed', detail: '' } as const;
  const output = 'file:///a.webp';
  const done = { name: 'done', endedAt: at, outcome: 'saved', output, outputBytes: 1 } as const;
  const failed = { name: 'failed', endedAt: at, problem, keptOutput: undefined, remote } as const;
  const untilOf = (changes: Partial<Job>, now = at): number | undefined =>
    resultExpiry(jobWith(changes), now);

  it('is an hour after the job was accepted', () => {
    assert.equal(untilOf({ state: done, charge }, at + 59 * minuteMs), at + hourMs);
    assert.equal(untilOf({ state: { ...failed, keptOutput: 'file:///kept' }, charge }), at + hourMs);
  });

  it('is empty when that has passed, or without a known result at the network', () => {
    assert.equal(untilOf({ state: done, charge }, at + hourMs), undefined);
    assert.equal(untilOf({ state: done }), undefined);
    assert.equal(untilOf({ state: failed, charge }), undefined);
    assert.equal(untilOf({ state: { ...done, outcome: 'skipped' }, charge }), undefined);
    assert.equal(untilOf({ charge }), undefined);
  });
});
