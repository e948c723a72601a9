import { pathToFileURL } from 'node:url';
import type { Service } from '../../../src/jobs/core/service.ts';
import { DiskFileStore } from '../../../src/jobs/core/diskFileStore.ts';
import { Jobs } from '../../../src/jobs/jobs.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { fastPace } from './fastPace.ts';
import { convertRequest } from './jobsHarness.ts';

/** Converts a file to WebP with the extension's code, and resolves when the job has ended. */
export async function convertFile(source: string, service: Service): Promise<void> {
  const jobs = new Jobs({
    services: async () => service,
    files: new DiskFileStore(),
    storageFolder: `${source}.storage`,
    clock: systemClock,
    pace: fastPace,
    log: () => {},
  });
  try {
    await jobs.restore();
    const request = convertRequest(pathToFileURL(source).href, { targetFormat: 'webp' });
    await jobs.settled(jobs.add([request]).map(({ id }) => id));
  } finally {
    await jobs.close();
  }
}
