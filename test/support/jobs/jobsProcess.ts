// node jobsProcess.ts <storage folder> <base URL> <key> <source URI>…: runs jobs until it is killed, and prints a line
// for each change.
import { DiskFileStore } from '../../../src/jobs/core/diskFileStore.ts';
import { Jobs } from '../../../src/jobs/jobs.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { connectTo } from '../service/clientFixture.ts';
import { fastPace } from './fastPace.ts';
import { convertRequest } from './jobsHarness.ts';

const [storageFolder = '', baseUrl = '', key = '', ...sources] = process.argv.slice(2);
const { service } = connectTo(baseUrl, key);
const jobs = new Jobs({
  services: async () => service,
  files: new DiskFileStore(),
  storageFolder,
  clock: systemClock,
  // The service runs on this computer, even though it stands in for the network.
  pace: fastPace,
  log: () => {},
});
jobs.onDidChange(({ jobs: changed }) => {
  for (const { state } of changed) process.stdout.write(`${state.name}\n`);
});
await jobs.restore();
jobs.add(sources.map((source) => convertRequest(source, { targetFormat: 'webp' })));
setInterval(() => {}, 60_000);
