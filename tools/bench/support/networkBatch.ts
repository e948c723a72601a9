import { readFile } from 'node:fs/promises';
import { DiskFileStore } from '../../../src/jobs/core/diskFileStore.ts';
import { Jobs } from '../../../src/jobs/jobs.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { convertRequest } from '../../../test/support/jobs/jobsHarness.ts';
import { connectTo } from '../../../test/support/service/clientFixture.ts';
import { photo } from '../../../test/support/service/fixtures.ts';
import { StandaloneService, testKey } from '../../../test/support/service/standalone.ts';
import { type Traffic, watchTraffic } from '../../../test/support/service/traffic.ts';
import { secondsOf } from '../statistics.ts';
import { copiesOf, newFolder } from './pictures.ts';

/**
 * Converts this many small photos with a network on the Pro plan whose jobs take `jobMs`. Returns the duration and the
 * traffic.
 */
export async function networkBatch(
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
