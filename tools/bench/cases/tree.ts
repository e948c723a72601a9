import type { Job, JobState } from '../../../src/jobs/core/job.ts';
import { states } from '../../../src/jobs/core/states.ts';
import { secondMs } from '../../../src/util/clock.ts';
import { redrawMs } from '../../../src/vscode/jobsView/jobList.ts';
import { jobWith } from '../../../test/support/jobs/jobWith.ts';
import { ShownList } from '../../../test/support/jobs/shownList.ts';
import { type Figure, figure } from '../benchmark.ts';
import { median } from '../statistics.ts';

const listed = 5000;
const changes = 1000;
const maxRows = 3;
const maxUpdates = 10;

const remote = { jobId: '1', epoch: undefined };
const queued = states.queued(remote);
const done = states.saved(0, 'file:///a.webp', 1);
const failed = states.failed(0, { code: 'job.failed', detail: '' });

/**
 * The number of rows that VS Code reads when one job of a long list changes. It reads a redrawn row and all rows below
 * it.
 */
export default async function* tree(): AsyncGenerator<Figure> {
  const ofOneRow = { unit: 'rows', runs: changes, reference: 1, goal: maxRows };
  const progress = listOf(batchOf('many', listed, queued));
  yield figure({
    name: 'tree-progress',
    ...ofOneRow,
    ours: median(rowsRead(progress, 'many 0', (step) => states.processing(remote, step / changes))),
    note: `the progress of a job in an open batch of ${listed}`,
  });
  const ended = Array.from({ length: listed }, (_, index) => batchOf(`ended ${index}`, 1, done)).flat();
  const end = listOf([...ended, ...batchOf('two', 2, queued)]);
  yield figure({
    name: 'tree-state',
    ...ofOneRow,
    ours: median(rowsRead(end, 'two 0', (step) => (step % 2 === 0 ? failed : queued))),
    note: `the end of a job in an open batch of two, with ${listed} others listed`,
  });
  const batch = await workedOff();
  yield figure({
    name: 'tree-updates',
    ours: batch.updates / (listed / secondMs),
    reference: maxUpdates,
    goal: 1,
    unit: 'per second',
    runs: 1,
    note:
      `while a job in an open batch of ${listed} ends each millisecond; VS Code rereads the whole batch for the row ` +
      `above it, so ${(batch.rows / listed).toFixed(1)} rows per job`,
  });
}

function batchOf(batch: string, count: number, state: JobState): Job[] {
  return Array.from({ length: count }, (_, index) => jobWith({ id: `${batch} ${index}`, batch, state }));
}

function listOf(jobs: readonly Job[]): ShownList {
  const shown = new ShownList();
  shown.add(...jobs);
  return shown;
}

/** The number of rows read for each change of a job. */
function rowsRead(shown: ShownList, id: string, stateAt: (step: number) => JobState): number[] {
  return Array.from({ length: changes }, (_, step) => {
    shown.change(id, stateAt(step));
    return shown.read().length;
  });
}

/** A batch whose jobs end one after the other, and which is redrawn as often as in the view. */
async function workedOff(): Promise<{ updates: number; rows: number }> {
  const shown = listOf(batchOf('many', listed, queued));
  let [updates, rows] = [0, 0];
  for (let index = 0; index < listed; index += 1) {
    shown.change(`many ${index}`, done);
    await shown.facts.clock.advance(1);
    if ((index + 1) % redrawMs > 0) continue;
    const read = shown.read().length;
    rows += read;
    if (read > 0) updates += 1;
  }
  return { updates, rows };
}
