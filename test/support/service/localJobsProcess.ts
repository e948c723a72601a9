// node localJobsProcess.ts <storage folder> <folder for the service> <source URI>…: converts files to WebP on this
// computer, as a window does, until it is killed. Prints a line for each change of a job.
import { DiskFileStore } from '../../../src/jobs/core/diskFileStore.ts';
import { Jobs } from '../../../src/jobs/jobs.ts';
import { LocalService } from '../../../src/vscode/localService/localService.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { convertRequest } from '../jobs/jobsHarness.ts';
import { bundle } from './standalone.ts';

const [storageFolder = '', temporaryRoot = '', ...sources] = process.argv.slice(2);
const service = new LocalService({ scriptPath: bundle, temporaryRoot, log: () => {} });
const jobs = new Jobs({
  services: async () => service,
  files: new DiskFileStore(),
  storageFolder,
  clock: systemClock,
  log: () => {},
});
jobs.onDidChange(({ jobs: changed }) => {
  for (const { state } of changed) process.stdout.write(`${state.name}\n`);
});
await jobs.restore();
jobs.add(sources.map((source) => convertRequest(source, { service: 'local', targetFormat: 'webp' })));
setInterval(() => {}, 60_000);
