import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Results } from '../../../support/results.ts';
import { counts, reportLines } from '../../../support/run/report.ts';
import { withRetries } from '../../../support/run/retries.ts';
import { runWeighted } from '../../../support/run/schedule.ts';
import type { SessionOutcome } from '../../../support/run/session.ts';
import { partNames, partOf } from '../../../support/run/parts.ts';
import { sweepTasks, type Task } from '../../../support/run/tasks.ts';

const green: Results = { passes: 3, failures: 0, pending: 0, failed: [] };
const red: Results = {
  ...green,
  failures: 1,
  failed: [{ test: 'A suite fails', error: 'Error: wrong\nat' }],
};

const taskOf = (name: string, level: Task['level'] = 'service'): Task => ({
  name,
  level,
  weight: 1,
  rerun: `npm run test:${level} -- ${name}`,
});
const outcomeOf = (task: Task, results: Results): SessionOutcome => ({ task, results, tookMs: 1000 });

const isHost = (name: string): boolean => name.includes('test/sweeps/host');

/** A session in which all retries have these results. */
const secondTry = (results: Results) => ({
  runAlone: async (tasks: readonly Task[]) => tasks.map((task) => outcomeOf(task, results)),
});

describe('A test run', () => {
  it('never schedules more weight than there are cores, and runs a heavier task alone', async () => {
    const seen: number[] = [];
    let load = 0;
    await runWeighted(
      [1, 2, 1, 1, 3, 0.5, 0.5, 1].map((weight) => ({ weight })),
      2,
      async ({ weight }) => {
        load += Math.min(weight, 2);
        seen.push(load);
        await turn();
        load -= Math.min(weight, 2);
      },
    );
    assert.equal(Math.max(...seen), 2);
    assert.equal(seen.length, 8);
  });

  it('passes if a file with real processes passes the second time, and names it at the end', async () => {
    const outcomes = [outcomeOf(taskOf('a.test.ts'), red), outcomeOf(taskOf('b.test.ts'), green)];
    const report = await withRetries(secondTry(green), outcomes, [], true);
    assert.equal(counts(report).failures, 0);
    assert.deepEqual(reportLines(report).slice(-2), [
      'unstable: a.test.ts: A suite fails: Error: wrong',
      '6 passed, 0 failed',
    ]);
  });

  it('fails if the file fails again, and prints how to rerun it', async () => {
    const report = await withRetries(secondTry(red), [outcomeOf(taskOf('a.test.ts'), red)], [], true);
    assert.deepEqual(reportLines(report).slice(-3), [
      'failed: a.test.ts: A suite fails: Error: wrong',
      '  Run it again: npm run test:service -- a.test.ts',
      '3 passed, 1 failed',
    ]);
  });

  it('retries neither unit tests nor more than four failed files', async () => {
    const unit = await withRetries(secondTry(green), [outcomeOf(taskOf('a.test.ts', 'unit'), red)], [], true);
    assert.equal(counts(unit).failures, 1);
    const five = ['a', 'b', 'c', 'd', 'e'].map((name) => outcomeOf(taskOf(name), red));
    assert.equal(counts(await withRetries(secondTry(green), five, [], true)).failures, 5);
  });

  it('counts a level that can’t run as skipped', () => {
    const report = {
      outcomes: [outcomeOf(taskOf('a'), green)],
      unstable: [],
      skipped: ['test:ui runs on Linux only'],
    };
    assert.deepEqual(reportLines(report).slice(-2), [
      'skipped: test:ui runs on Linux only',
      '3 passed, 0 failed, 1 skipped',
    ]);
  });

  it('runs every file below test/sweeps/ in exactly one part', () => {
    const names = partNames.flatMap((part) => sweepTasks(part).map(({ name }) => name));
    const files = globSync('test/sweeps/*/**/*.test.ts').map((file) => file.split(path.sep).join('/'));

    assert.deepEqual(
      names.filter((name) => name.startsWith('test/') && !isHost(name)).toSorted(),
      files.filter((file) => !isHost(file)).toSorted(),
    );
    assert.equal(names.filter(isHost).length, 1);
    assert.equal(new Set(names).size, names.length);
  });

  it('runs the part that tests most of the changed files', () => {
    const network = ['src/network/jobs/wallet.ts', 'deploy/compose.yml'];
    assert.equal(partOf(['README.md', 'src/engines/index.ts', ...network], 'aaaaaaa'), 'network');
    assert.equal(partOf(['src/contract/errors.ts', 'src/vscode/a.ts', 'package.json'], 'aaaaaaa'), 'editor');
  });

  it('lets the commit decide between parts with equally many changed files', () => {
    const commits = ['0000000', '0000001', '0000002', '0000003'];
    assert.deepEqual(new Set(commits.map((commit) => partOf(['README.md'], commit))), new Set(partNames));
    const changed = ['src/service/a.ts', 'src/network/a.ts'];
    assert.deepEqual(
      commits.map((commit) => partOf(changed, commit)),
      ['service', 'network', 'service', 'network'],
    );
  });
});
