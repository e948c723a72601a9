import { open } from 'node:fs/promises';
import path from 'node:path';
import { Journal } from '../../../src/jobs/journal/journal.ts';
import { jobWith } from '../../../test/support/jobs/jobWith.ts';
import { type Figure, figure } from '../benchmark.ts';
import { inTurns, secondsOf } from '../statistics.ts';
import { newFolder } from '../support/pictures.ts';

const liveJobs = 1000;
const runs = 200;

/** The time until a job's change is on disk, with a thousand jobs in the journal. */
export default async function* journal(): AsyncGenerator<Figure> {
  const folder = await newFolder();
  const own = new Journal(folder, 'a'.repeat(16), () => {});
  await own.open();
  const jobs = Array.from({ length: liveJobs }, (_, index) => jobWith({ id: String(index) }));
  for (const job of jobs) own.saved(job);
  await own.flush();
  const plain = await open(path.join(folder, 'plain'), 'a');
  const line = `${JSON.stringify(jobs[0])}\n`;
  try {
    const seconds = await inTurns(
      runs,
      async () =>
        secondsOf(async () => {
          own.saved(jobWith({ id: '0' }));
          await own.flush();
        }),
      async () =>
        secondsOf(async () => {
          await plain.appendFile(line);
          await plain.datasync();
        }),
    );
    yield figure({
      name: 'journal',
      ours: seconds.ours * 1000,
      reference: seconds.reference * 1000,
      goal: 1.5,
      unit: 'ms',
      runs: seconds.runs,
      note: 'an update with 1,000 live jobs, compared with appending and syncing a line',
    });
  } finally {
    await plain.close();
    await own.close();
  }
}
