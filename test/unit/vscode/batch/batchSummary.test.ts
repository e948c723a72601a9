import assert from 'node:assert/strict';
import type { ProblemCode } from '../../../../src/contract/errors.ts';
import type { RefusedFile, WorkPlan } from '../../../../src/planning/workPlan.ts';
import type { Job, JobState } from '../../../../src/jobs/core/job.ts';
import { batchProgress, reasonText, stateText } from '../../../../src/vscode/text/jobs.ts';
import { batchRow, spokenState } from '../../../../src/vscode/jobsView/jobRows.ts';
import {
  batchCostText,
  batchDetail,
  batchQuestion,
  leftOutText,
  needsConfirmation,
} from '../../../../src/vscode/batch/batchQuestions.ts';
import { batchSummary, outputsBySource, withNews } from '../../../../src/vscode/batch/batchSummary.ts';
import { say } from '../../../../src/vscode/text/safeText.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';
import { rowFacts } from '../../../support/jobs/rowFacts.ts';

const remote = { jobId: '1', epoch: undefined };
const done = {
  name: 'done',
  endedAt: 0,
  outcome: 'saved',
  output: 'file:///a.webp',
  outputBytes: 256,
} as const;
const problem = { code: 'entitlements.insufficient_credits', detail: '' } as const;
const needsCredits = { name: 'needsCredits', problem, required: 1, available: 0 } as const;
const refused: RefusedFile = {
  uri: 'file:///b.xyz',
  service: 'local',
  problem: { code: 'formats.unknown_type', detail: '' },
};
const job = (state: JobState, changes: Partial<Job> = {}): Job =>
  jobWith({ state, targetFormat: 'webp', sourceBytes: 1024, ...changes });
const failed = (name: string, code: ProblemCode = 'file.missing'): Job =>
  job(
    {
      name: 'failed',
      endedAt: 0,
      problem: { code, detail: '' },
      keptOutput: undefined,
      remote: undefined,
    },
    { id: name, source: `file:///${name}` },
  );
const plan = (count: number, targetFormat: string | undefined): WorkPlan => ({
  work: { tool: targetFormat === undefined ? 'compress' : 'convert', targetFormat },
  planned: Array.from({ length: count }, () => ({ uri: 'file:///a.png', format: 'png', service: 'local' })),
  refused: [],
});

const paid = (credits: number, isExact?: boolean): Job =>
  job(done, {
    service: 'network',
    charge: { remote, credits, at: 0, ...(isExact ? { isExact } : {}) },
  });
const spared = (name: string, code: ProblemCode): RefusedFile => ({
  uri: `file:///${name}`,
  service: 'local',
  problem: { code, detail: '' },
});
const summarized = (...files: RefusedFile[]): unknown => {
  const summary = batchSummary([], files);
  return [summary?.isWarning, summary?.message];
};

const message = (...jobs: readonly Job[]): string => batchSummary(jobs, [])?.message ?? '';
/** The buttons of a summary, each as its kind and what it is for. */
const stepsOf = (summary: ReturnType<typeof batchSummary>): string | undefined =>
  summary?.steps.map(({ kind, ...rest }) => [kind, ...Object.values(rest).flat()].join(' ')).join(', ');
const inShort = (summary: ReturnType<typeof batchSummary>): unknown[] => [
  summary?.isWarning,
  summary?.message,
  stepsOf(summary),
];

describe('batchSummary', () => {
  it('names pictures that weren’t found', () => {
    const missingPictures = ['logo.png', 'img/a.png'];
    assert.match(
      message(job(done, { missingPictures })),
      / Pictures not found or too large: logo\.png and img\/a\.png\.$/,
    );
    assert.doesNotMatch(message(failed('a.md'), job(done)), /Pictures/);
  });

  it('names the only result, with buttons to open and undo it', () => {
    assert.deepEqual(inShort(batchSummary([job(done)], [])), [
      false,
      'Saved a.webp, 75% smaller.',
      'open file:///a.webp, undo batch, showJobs',
    ]);
  });

  it('reports skipped files as needing nothing', () => {
    const same = spared('a.webp', 'formats.same');
    const earlier = spared('b-compressed.png', 'formats.compressed_before');
    assert.deepEqual(summarized(same), [false, 'a.webp: The file already has that format.']);
    assert.deepEqual(summarized(earlier), [false, 'b-compressed.png: The file has already been compressed.']);
    assert.deepEqual(summarized(earlier, earlier), [false, '2 already compressed.']);
    assert.deepEqual(summarized(same, earlier), [false, '1 already in that format, 1 already compressed.']);
  });

  it('offers a ZIP for files that nothing makes smaller', () => {
    const notes = spared('notes.txt', 'formats.incompressible');
    assert.equal(
      stepsOf(batchSummary([job(done)], [notes, refused])),
      'makeZip file:///notes.txt, undo batch, showJobs',
    );
  });

  it('offers the program that files need', () => {
    const film = spared('a.mp4', 'formats.needs_program');
    const wanting = { ...film, problem: { ...film.problem, detail: 'FFmpeg' } };
    assert.equal(stepsOf(batchSummary([], [wanting])), 'getProgram ffmpeg');
    assert.equal(stepsOf(batchSummary([], [film])), '');
  });

  it('counts several results, and reports what compression and conversions of pictures saved', () => {
    assert.equal(message(job(done), job(done)), 'Converted 2 files, 75% smaller in total.');
    const compressed = job(done, { tool: 'compress' });
    assert.equal(message(compressed), 'Saved a.webp, 75% smaller.');
    const both = batchSummary([compressed, compressed], []);
    assert.equal(both?.message, 'Compressed 2 files, 75% smaller in total.');
    assert.equal(stepsOf(both), 'undo batch, showJobs');
  });

  it('reports which files got larger, even a single one', () => {
    const grown = job({ ...done, outputBytes: 1249 });
    assert.equal(message(grown), 'Saved a.webp, 22% larger.');
    assert.equal(message(grown, grown, grown), 'Converted 3 files, 3 files got larger.');
    assert.equal(message(job(done), grown), 'Converted 2 files, 27% smaller in total, 1 file got larger.');
    assert.match(message(grown, failed('b.png')), /^1 converted \(\+22%\), 1 file got larger, 1 failed/);
    assert.equal(message(job({ ...done, outputBytes: 1025 })), 'Saved a.webp.');
  });

  it('compares no sizes of different kinds of files', () => {
    const output = { ...done, outputBytes: 40_000 };
    const page = job(output, { source: 'file:///report.md', targetFormat: 'pdf' });
    const picture = job(output, { source: 'file:///logo.svg', targetFormat: 'png' });
    const workbook = job(output, { source: 'file:///a.csv', targetFormat: 'xlsx' });
    assert.equal(message(page, picture, workbook), 'Converted 3 files.');
    assert.match(message(page, failed('b.png')), /^1 converted, 1 failed/);
    assert.equal(stateText(page), '39 KB');
    assert.equal(spokenState(page), 'Done, from 1 KB to 39 KB');
  });

  it('names the cost of a batch, and marks it if the network didn’t report it', () => {
    assert.equal(message(paid(1, true)), 'Saved a.webp, 75% smaller · 1 credit.');
    assert.equal(
      message(paid(2, true), paid(3, true)),
      'Converted 2 files, 75% smaller in total · 5 credits.',
    );
    assert.equal(message(paid(2, true), paid(1)), 'Converted 2 files, 75% smaller in total · ≥ 3 credits.');
    assert.equal(
      message(paid(1, true), failed('b.png')),
      '1 converted (-75%) for 1 credit, 1 failed: b.png. The file no longer exists at this location. Select it again.',
    );
    assert.equal(message(paid(0, true)), 'Saved a.webp, 75% smaller.');
  });

  it('offers this computer and the account page if jobs wait for credits', () => {
    const waiting = job(needsCredits, { id: 'waiting' });
    assert.equal(
      stepsOf(batchSummary([waiting], [], { movable: ['waiting'], hasAccountPage: true })),
      'moveHere waiting false, openAccount, showJobs',
    );
    const renewal = say('renew every day');
    assert.equal(
      batchSummary([job(done), waiting], [], { movable: [], hasAccountPage: false, renewal })?.message,
      '1 converted (-75%), 1 waiting. You don’t have enough credits. This costs at least 1 credit, and you have 0. Credits renew every day.',
    );
    const offline = job({ name: 'offline', problem, remote: undefined }, { id: 'offline' });
    assert.equal(
      stepsOf(batchSummary([offline], [], { movable: ['offline'], hasAccountPage: true })),
      'moveHere offline false, showJobs',
    );
  });

  it('has nothing to open or undo if nothing had to be saved', () => {
    const small = { ...done, outcome: 'alreadySmall', output: undefined } as const;
    assert.deepEqual(inShort(batchSummary([job(small)], [])), [
      false,
      'Already as small as possible.',
      'showJobs',
    ]);
  });

  it('reports further effects of the results', () => {
    const small = job({ ...done, outcome: 'alreadySmall', output: undefined });
    const skipped = job({ ...done, outcome: 'skipped', output: undefined });
    assert.equal(
      message(job(done), small, skipped),
      'Saved a.webp, 75% smaller, 1 already as small as possible, 1 skipped because the result already exists.',
    );
    assert.equal(message(skipped), 'Nothing was saved because the results already exist.');
  });

  it('names saved files with undo, beside failed files with their reasons', () => {
    assert.deepEqual(inShort(batchSummary([job(done), failed('a.png'), failed('b.png')], [refused])), [
      true,
      '1 converted (-75%), 3 failed: a.png, b.png, and b.xyz.',
      'retry a.png b.png, undo batch, showFailed a.png b.png',
    ]);
    const many = ['1', '2', '3', '4', '5'].map((name) => failed(name));
    assert.equal(
      batchSummary(many, [])?.message,
      '5 failed: 1, 2, 3, and 2 more. The file no longer exists at this location. Select it again.',
    );
  });

  it('names a single failed file with the reason, and reveals its row', () => {
    assert.deepEqual(inShort(batchSummary([], [refused])), [
      true,
      'b.xyz: Files of this type aren’t supported. Select another file.',
      '',
    ]);
    assert.equal(stepsOf(batchSummary([failed('a.png')], [])), 'retry a.png, showFailed a.png');
  });

  it('offers no retry for a file that can’t be converted', () => {
    const damaged = failed('a.png', 'conversion.invalid_input');
    const empty = failed('b.png', 'file.empty');
    assert.equal(stepsOf(batchSummary([damaged, empty], [])), 'showFailed a.png b.png');
    assert.equal(
      stepsOf(batchSummary([job(done), damaged, failed('c.png')], [])),
      'retry c.png, undo batch, showFailed a.png c.png',
    );
  });

  it('asks for the passwords of local files that need one, and retries only the others', () => {
    const locked = failed('a.pdf', 'conversion.password_needed');
    assert.equal(
      stepsOf(batchSummary([{ ...locked, service: 'local' }, failed('b.png')], [])),
      'enterPassword a.pdf, retry b.png, showFailed a.pdf b.png',
    );
    const remote = batchSummary([{ ...locked, service: 'network' }], []);
    assert.equal(stepsOf(remote), 'retry a.pdf, showFailed a.pdf');
  });

  it('counts jobs that wait for the user, with the reason and next step', () => {
    assert.deepEqual(inShort(batchSummary([job(done), job(needsCredits)], [])), [
      true,
      '1 converted (-75%), 1 waiting. You don’t have enough credits. This costs at least 1 credit, and you have 0.',
      'resume, undo batch, showJobs',
    ]);
  });

  it('reports the total cost of jobs that wait for credits', () => {
    const dear = job({ ...needsCredits, required: 3, available: 2 });
    const text = message(job(needsCredits), dear, dear);
    assert.equal(
      text,
      '3 waiting. You don’t have enough credits. This costs at least 7 credits, and you have 2.',
    );
    const summarized = job({
      ...needsCredits,
      problem: { ...problem, detail: 'Insufficient credits. Required: 1' },
    });
    assert.equal(
      reasonText(summarized),
      'You don’t have enough credits. This costs at least 1 credit, and you have 0.',
    );
  });

  it('doesn’t treat canceled jobs as failed, and mentions them alone only if they cost something', () => {
    const canceled = { name: 'canceled', endedAt: 0, spent: false } as const;
    assert.equal(batchSummary([job(canceled)], []), undefined);
    assert.deepEqual(inShort(batchSummary([job(done), job(canceled), job(canceled)], [])), [
      true,
      'Canceled: 1 converted (-75%), 2 not done.',
      'undo batch, showJobs',
    ]);
    assert.deepEqual(inShort(batchSummary([job({ ...canceled, spent: true })], [])), [
      true,
      'Canceled. Files that the network already accepted still cost credits.',
      'showJobs',
    ]);
  });

  it('names what was lost of files that have a result', () => {
    const lossy = job(done, { losses: ['transparency', 'animation'] });
    assert.equal(message(lossy), 'Saved a.webp, 75% smaller. Lost: animation and transparency.');
    const some = message(lossy, job(done), job({ ...done, outcome: 'skipped' }, { losses: ['color'] }));
    assert.match(some, /\. 1 file lost animation and transparency\.$/);
  });
});

describe('withNews', () => {
  const sets = outputsBySource([job(done), job(done, { id: '2' }), failed('gone.png')]);
  const news = {
    remark: say('Canceled.'),
    step: { kind: 'followUp', title: say('Copy srcset'), run: async () => {} },
  } as const;

  it('adds the news and its button after the summary, as many as fit', () => {
    assert.deepEqual(sets, [{ source: job(done).source, outputs: ['file:///a.webp', 'file:///a.webp'] }]);
    const summary = batchSummary([job(done), failed('gone.png'), failed('away.png')], []);
    const summarized = withNews(summary, news);
    assert.equal(summarized?.message, `${summary?.message} Canceled.`);
    assert.deepEqual(
      summarized?.steps.map(({ kind }) => kind),
      ['followUp', 'retry', 'showFailed'],
    );
  });

  it('ends with a button that changes nothing, where VS Code showed Cancel', () => {
    const canceled = job({ name: 'canceled', endedAt: 0, spent: true });
    const locked = { ...failed('a.pdf', 'conversion.password_needed'), service: 'local' } as const;
    for (const jobs of [
      [job(done)],
      [job(done), job(done)],
      [job(done), canceled],
      [job(done), failed('a.png')],
      [job(done), failed('a.png'), locked, job(needsCredits)],
      [job(done), job(needsCredits)],
    ]) {
      const summary = batchSummary(jobs, [refused], { movable: ['job'], hasAccountPage: true });
      for (const shown of [summary, withNews(summary, news), batchSummary(jobs, [])])
        assert.match(shown?.steps.at(-1)?.kind ?? '', /^show/);
    }
  });

  it('leaves a summary without news as it is, and shows news alone if there is no summary', () => {
    const summary = batchSummary([job(done)], []);
    assert.deepEqual(withNews(summary), summary);
    assert.equal(withNews(undefined, {}), undefined);
    assert.deepEqual(inShort(withNews(undefined, { remark: news.remark })), [false, 'Canceled.', '']);
  });
});

describe('batchProgress', () => {
  it('gives upload, work, and download a third each', () => {
    const states: readonly (readonly [JobState, number])[] = [
      [{ name: 'waiting', notBefore: undefined, problem: undefined }, 0],
      [{ name: 'uploading', sentBytes: 512, startedAt: 0, charges: false, sha256: undefined }, 1 / 6],
      [{ name: 'queued', remote }, 1 / 3],
      [{ name: 'processing', remote, progress: 0.5 }, 1 / 2],
      [done, 1],
    ];
    for (const [state, share] of states)
      assert.equal(batchProgress([job(state)], 1).share, share, state.name);
  });

  it('includes finished jobs that have left the list', () => {
    const { share, text } = batchProgress([job(done), job(needsCredits)], 4);
    assert.deepEqual([share, text], [0.5, '1 of 4, 1 waiting']);
  });

  it('matches the batch’s row', () => {
    const jobs = [job(done), job(needsCredits), job({ name: 'queued', remote })];
    const row = batchRow(jobs, jobs, rowFacts());
    assert.equal(row.description, `${batchProgress(jobs, 3).text} · -75%`);
  });
});

describe('batchProgress without an answer from the network', () => {
  it('says that it is reconnecting', () => {
    const queued = job({ name: 'queued', remote }, { isUnanswered: true });
    assert.equal(batchProgress([job(done), queued], 2).text, '1 of 2 · Reconnecting…');
    assert.equal(batchProgress([job(done, { isUnanswered: true })], 1).text, '1 of 1');
  });
});

describe('The question before a large batch', () => {
  it('names the number of files, and why others are left out', () => {
    const same = spared('a.webp', 'formats.same');
    const partial = { ...plan(60, 'webp'), refused: [same, refused] };
    assert.equal(batchQuestion(partial), 'Convert 60 of 62 files to WebP?');
    assert.equal(leftOutText(partial), '1 is already WebP, 1 not supported.');
    const compressed = spared('b-compressed.png', 'formats.compressed_before');
    const rest = { ...plan(60, undefined), refused: [compressed] };
    assert.equal(batchQuestion(rest), 'Compress 60 of 61 files?');
    assert.equal(leftOutText(rest), '1 already compressed.');
  });

  it('is asked above 50 files', () => {
    assert.equal(needsConfirmation(plan(50, 'webp')), false);
    assert.equal(needsConfirmation(plan(51, 'webp')), true);
  });

  it('names the action, the number of files, the service, and the minimum cost', () => {
    assert.equal(batchQuestion(plan(51, 'webp')), 'Convert 51 files to WebP?');
    assert.equal(batchQuestion(plan(51, undefined)), 'Compress 51 files?');
    assert.equal(batchCostText(60, { uploads: 0, minCredits: 0 }), 'On this computer, free of charge.');
    assert.equal(batchDetail(plan(51, 'webp'), undefined), '');
    assert.equal(
      batchCostText(60, { uploads: 60, minCredits: 120 }),
      'On the network, for at least 120 credits.',
    );
    assert.equal(batchCostText(60, { uploads: 60, minCredits: 0 }), 'On the network, free of charge.');
    assert.match(batchCostText(60, { uploads: 9, minCredits: 0 }), /^9 of them .*, free of charge\.$/);
    assert.match(batchCostText(60, { uploads: 9, minCredits: 18 }), /^9 of them .* at least 18 credits,/);
  });
});
