import { readFile } from 'node:fs/promises';
import { pollPace } from '../../../src/contract/dialect.ts';
import { tierLimits } from '../../../src/contract/tiers.ts';
import { DiskFileStore } from '../../../src/jobs/core/diskFileStore.ts';
import { Jobs } from '../../../src/jobs/jobs.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { convertRequest } from '../../../test/support/jobs/jobsHarness.ts';
import { connectTo } from '../../../test/support/service/clientFixture.ts';
import { photo } from '../../../test/support/service/fixtures.ts';
import { StandaloneService, testKey } from '../../../test/support/service/standalone.ts';
import { type PassingJob, type Traffic, watchTraffic } from '../support/traffic.ts';
import { type Figure, figure, median, secondsOf } from '../benchmark.ts';
import { copiesOf, newFolder } from '../support/files.ts';

const few = 200;
const many = 1000;
const { maxParallelJobs } = tierLimits.pro;
const intervalMs = (pollPace.small.fromMs + pollPace.small.toMs) / 2;

/** Small photos converted by a network on the Pro plan with a fixed time per job: the duration, and the polls. */
export default async function* network(): AsyncGenerator<Figure> {
  for (const { jobMs, goal } of [
    { jobMs: 500, goal: 1.15 },
    { jobMs: 50, goal: 3 },
  ]) {
    const { seconds, traffic } = await convertedBatch(few, jobMs);
    yield figure({
      name: `network-${few}-${jobMs}ms`,
      ours: seconds,
      reference: (Math.ceil(few / maxParallelJobs) * jobMs + intervalMs / 2) / 1000,
      goal,
      unit: 's',
      runs: 1,
      note:
        `${maxParallelJobs} jobs at a time without a pause, and half a polling interval; at most ${traffic.maxInFlight} jobs in flight ` +
        `whose end wasn’t known yet`,
    });
  }
  const jobMs = 500;
  const { traffic } = await convertedBatch(many, jobMs);
  yield figure({
    name: 'network-polls',
    ours: traffic.polls / many,
    reference: pollsOfPatient(jobMs) / many,
    goal: 0.5,
    unit: 'requests per job',
    runs: 1,
    note: `${many.toLocaleString('en')} jobs of ${jobMs / 1000} s; all submitted at once, and each polled every 1.5 s until it is done`,
  });
  yield figure({
    name: 'network-lag',
    ours: median(lagsMs([...traffic.jobs.values()], jobMs)),
    reference: intervalMs / 2,
    goal: 1,
    unit: 'ms',
    runs: traffic.jobs.size,
    note: 'from the end of a job until the response that reports it, compared with half of the API’s polling interval',
  });
}

/** Converts this many small photos with a network whose jobs take `jobMs`. Returns the duration and the traffic. */
async function convertedBatch(
  count: number,
  jobMs: number,
): Promise<{ readonly seconds: number; readonly traffic: Traffic }> {
  const service = await StandaloneService.start(['--plan', 'pro', '--job-delay-ms', String(jobMs)]);
  const traffic = await watchTraffic(service);
  const connection = connectTo(traffic.baseUrl, testKey);
  const jobs = new Jobs({
    services: async () => connection.service,
    files: new DiskFileStore(),
    storageFolder: await newFolder(),
    clock: systemClock,
    log: () => {},
  });
  try {
    await jobs.restore();
    const sources = await copiesOf(await readFile(photo('jpg')), count);
    const seconds = await secondsOf(async () => {
      const requests = sources.map((source) => convertRequest(source, { targetFormat: 'webp' }));
      await jobs.settled(jobs.add(requests).map(({ id }) => id));
    });
    return { seconds, traffic };
  } finally {
    await jobs.close();
    connection.dispose();
    await traffic.stop();
    await service.stop();
  }
}

/** The polls of a client that follows the documented recommendation exactly (api.md, Client behavior 3). */
function pollsOfPatient(jobMs: number): number {
  const endsMs = Array.from({ length: many }, (_, job) => Math.ceil((job + 1) / maxParallelJobs) * jobMs);
  return endsMs.reduce((sum, endMs) => sum + Math.ceil(endMs / intervalMs), 0);
}

/** The service processes jobs in order, several in parallel, and each job takes slightly longer than its time. */
function lagsMs(passed: readonly PassingJob[], jobMs: number): number[] {
  const freeAt = Array.from({ length: maxParallelJobs }, () => 0);
  return passed.map(({ acceptedAt, endHeardAt = Number.NaN }) => {
    const place = freeAt.indexOf(Math.min(...freeAt));
    const endedAt = Math.max(acceptedAt, freeAt[place] ?? 0) + jobMs;
    freeAt[place] = endedAt;
    return endHeardAt - endedAt;
  });
}
