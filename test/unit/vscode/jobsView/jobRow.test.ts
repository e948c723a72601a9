import assert from 'node:assert/strict';
import type { ToolId } from '../../../../src/contract/tools.ts';
import { fault } from '../../../../src/contract/faults/fault.ts';
import type { JobState, Problem } from '../../../../src/jobs/core/job.ts';
import type { ServiceId } from '../../../../src/jobs/core/service.ts';
import { states } from '../../../../src/jobs/core/states.ts';
import { commands } from '../../../../src/manifest.ts';
import { jobRow } from '../../../../src/vscode/jobsView/jobRow.ts';
import { minuteMs } from '../../../../src/util/clock.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';
import { rowFacts } from '../../../support/jobs/rowFacts.ts';

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
/** The states of an active job, in order. */
const moving: readonly JobState[] = [
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
  moving.map((state) => {
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

describe('jobRow', () => {
  it('shows file, state, and target, and the rest in the tooltip', () => {
    const row = rowOf(done);
    assert.equal(row.label, 'photo.png');
    assert.equal(row.description, '512 B (-50%) · just now · → webp');
    assert.equal(
      row.tooltip,
      ['/files/photo.png', 'Network · → webp · 512 B (-50%)', 'Source: 1 KB', 'Result: 512 B'].join('\n'),
    );
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
    assert.match(row.spoken, /^photo\.png, to WEBP, Needs an API key, The network requires/);
    assert.deepEqual(row.icon, { id: 'key', color: 'list.warningForeground' });
    assert.equal(row.onClick, undefined);
  });

  it('mentions no upload and shows no cloud for this computer', () => {
    assert.deepEqual(movingRows('local', 'convert'), [
      ['Waiting', 'clock'],
      ['Waiting', 'clock'],
      ['Waiting', 'clock'],
      ['Converting', 'sync~spin'],
      ['Converting 40%', 'sync~spin'],
      ['Saving', 'save'],
      ['Saving', 'save'],
    ]);
    assert.deepEqual(movingRows('local', 'compress')[4], ['Compressing 40%', 'sync~spin']);
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
    assert.equal(descriptionOf(damaged), 'The image is damaged and can’t be read. · just now · → webp');
    assert.match(descriptionOf({ code: 'file.empty', detail: '' }), /^The file is empty/);
    assert.match(
      descriptionOf({ code: 'conversion.invalid_input', detail: '' }),
      /^The file can’t be processed/,
    );
    assert.match(
      descriptionOf({ ...damaged, file: 'b.png' }),
      /^b\.png: The file can’t be processed\. The image/,
    );
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
        'remove',
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
    assert.equal(rowOf(ended).description, '512 B (-50%) · 2 min. ago · → webp');
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
