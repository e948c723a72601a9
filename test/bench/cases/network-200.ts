import { readFile } from 'node:fs/promises';
import { pollPace } from '../../../src/contract/dialect.ts';
import { tierLimits } from '../../../src/contract/tiers.ts';
import { DiskFileStore } from '../../../src/jobs/files/diskFileStore.ts';
import { Jobs } from '../../../src/jobs/jobs.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { convertRequest } from '../../support/jobs/jobsHarness.ts';
import { connectTo } from '../../support/service/clientFixture.ts';
import { photo } from '../../support/service/fixtures.ts';
import { StandaloneService, testKey } from '../../support/service/standalone.ts';
import { watchTraffic } from '../../support/service/traffic.ts';
import { type Figure, figure } from '../benchmark.ts';
import { secondsOf } from '../statistics.ts';
import { copiesOf, newFolder } from '../support/pictures.ts';

const count = 200;
const lagSeconds = (pollPace.small.fromMs + pollPace.small.toMs) / 2000;
const variants = [
  { jobSeconds: 0.5, goal: 1.15 },
  { jobSeconds: 0.05, goal: 3 },
];

/** Two hundred small files at a network on the Pro plan, whose jobs take a given time. */
export default async function* network(): AsyncGenerator<Figure> {
  const picture = await readFile(photo('jpg'));
  const { maxParallelJobs } = tierLimits.pro;
  for (const { jobSeconds, goal } of variants) {
    const service = await StandaloneService.start([
      '--plan',
      'pro',
      '--job-delay-ms',
      String(jobSeconds * 1000),
    ]);
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
      const sources = await copiesOf(picture, count);
      const ours = await secondsOf(async () => {
        const requests = sources.map((source) => convertRequest(source, { targetFormat: 'webp' }));
        await jobs.settled(jobs.add(requests).map(({ id }) => id));
      });
      yield figure({
        name: `network-200-${jobSeconds * 1000}ms`,
        ours,
        reference: Math.ceil(count / maxParallelJobs) * jobSeconds + lagSeconds,
        goal,
        unit: 's',
        runs: 1,
        note:
          `${maxParallelJobs} at once without a pause, and half a polling interval; ${traffic.mostInFlight} in flight at most ` +
          `that were not heard to have ended`,
      });
    } finally {
      await jobs.close();
      connection.dispose();
      await traffic.stop();
      await service.stop();
    }
  }
}
