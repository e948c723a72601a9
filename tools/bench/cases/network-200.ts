import { pollPace } from '../../../src/contract/dialect.ts';
import { tierLimits } from '../../../src/contract/tiers.ts';
import { type Figure, figure } from '../benchmark.ts';
import { networkBatch } from '../support/networkBatch.ts';

const count = 200;
const lagSeconds = (pollPace.small.fromMs + pollPace.small.toMs) / 2000;
const variants = [
  { jobSeconds: 0.5, goal: 1.15 },
  { jobSeconds: 0.05, goal: 3 },
];

/** Two hundred small files converted by a network on the Pro plan with a fixed time per job. */
export default async function* network(): AsyncGenerator<Figure> {
  const { maxParallelJobs } = tierLimits.pro;
  for (const { jobSeconds, goal } of variants) {
    const { seconds, traffic } = await networkBatch(count, jobSeconds * 1000);
    yield figure({
      name: `network-200-${jobSeconds * 1000}ms`,
      ours: seconds,
      reference: Math.ceil(count / maxParallelJobs) * jobSeconds + lagSeconds,
      goal,
      unit: 's',
      runs: 1,
      note:
        `${maxParallelJobs} jobs at a time without a pause, and half a polling interval; at most ${traffic.maxInFlight} jobs in flight ` +
        `whose end wasn’t known yet`,
    });
  }
}
