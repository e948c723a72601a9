import { pollPace } from '../../../src/contract/dialect.ts';
import { tierLimits } from '../../../src/contract/tiers.ts';
import type { PassingJob } from '../../../test/support/service/traffic.ts';
import { type Figure, figure } from '../benchmark.ts';
import { median } from '../statistics.ts';
import { networkBatch } from '../support/networkBatch.ts';

const count = 1000;
const jobMs = 500;
const { maxParallelJobs } = tierLimits.pro;
const intervalMs = (pollPace.small.fromMs + pollPace.small.toMs) / 2;

/**
 * A thousand small files converted by a network on the Pro plan: the number of polls, and the delay until a finished
 * job is noticed.
 */
export default async function* polls(): AsyncGenerator<Figure> {
  const { traffic } = await networkBatch(count, jobMs);
  yield figure({
    name: 'polls',
    ours: traffic.polls / count,
    reference: pollsOfPatient(count) / count,
    goal: 0.5,
    unit: 'requests per job',
    runs: 1,
    note: `${count.toLocaleString('en')} jobs of ${jobMs / 1000} s; all submitted at once, and each polled every 1.5 s until it is done`,
  });
  yield figure({
    name: 'polls-lag',
    ours: median(lagsMs([...traffic.jobs.values()])),
    reference: intervalMs / 2,
    goal: 1,
    unit: 'ms',
    runs: traffic.jobs.size,
    note: 'from the end of a job until the response that reports it, compared with half of the API’s polling interval',
  });
}

/** The polls of a client that follows the documented recommendation exactly (api.md, Client behavior 3). */
function pollsOfPatient(jobCount: number): number {
  const endsMs = Array.from({ length: jobCount }, (_, job) => Math.ceil((job + 1) / maxParallelJobs) * jobMs);
  return endsMs.reduce((sum, endMs) => sum + Math.ceil(endMs / intervalMs), 0);
}

/** The service processes jobs in order, several in parallel, and each job takes slightly longer than its time. */
function lagsMs(passed: readonly PassingJob[]): number[] {
  const freeAt = Array.from({ length: maxParallelJobs }, () => 0);
  return passed.map(({ acceptedAt, endHeardAt = Number.NaN }) => {
    const place = freeAt.indexOf(Math.min(...freeAt));
    const endedAt = Math.max(acceptedAt, freeAt[place] ?? 0) + jobMs;
    freeAt[place] = endedAt;
    return endHeardAt - endedAt;
  });
}
