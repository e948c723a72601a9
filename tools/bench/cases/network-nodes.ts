import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { startPostgres } from '../../../test/support/network/postgres.ts';
import { postgresVariable } from '../../../test/support/network/testDatabase.ts';
import { ensureSystemPackages, serverNeeds } from '../../../test/support/systemPackages.ts';
import { startStore } from '../../torture/network/breakableStore.ts';
import { type Figure, figure } from '../benchmark.ts';
import { bytesThroughNode } from '../network/bytesThroughNode.ts';
import { fullTable } from '../network/fullTable.ts';
import { secondsOfWorkers } from '../network/simulatedWorkers.ts';
import { waitingRequests } from '../network/waitingRequests.ts';
import { newFolder } from '../support/pictures.ts';

const megabyte = 1_000_000;
const jobMs = 2000;
const jobsPerWorker = 8;
const tableJobs = 100_000;
const fileBytes = 1024 ** 3;
const requests = 10_000;
const bytesPerWait = 64 * 1024;

/** A network service with the maximum number of workers, with a great many jobs, and with large files. */
export default async function* network(): AsyncGenerator<Figure> {
  await ensureSystemPackages(serverNeeds);
  const postgres = await startPostgres();
  process.env[postgresVariable] = postgres.url;
  try {
    yield* workers();
    yield* table();
    yield* bytes();
    yield* waits();
  } finally {
    await postgres.stop();
  }
}

async function* workers(): AsyncGenerator<Figure> {
  const alone = await secondsOfWorkers({ workers: 1, jobsPerWorker, jobMs });
  for (const count of [10, 50]) {
    const together = await secondsOfWorkers({ workers: count, jobsPerWorker, jobMs });
    yield figure({
      name: `network-nodes-${count}`,
      ours: together.seconds,
      reference: alone.seconds,
      goal: 1.25,
      unit: 's',
      runs: 1,
      note: `${jobsPerWorker} jobs of ${jobMs / 1000} s for each of ${count} workers, compared with one worker; apart from the engine, a job takes ${ms(together.cpuSecondsPerJob)} of processor time, and ${ms(together.databaseSecondsPerJob)} of the database’s`,
    });
  }
}

function ms(seconds: number): string {
  return `${(1000 * seconds).toFixed(1)} ms`;
}

async function* table(): AsyncGenerator<Figure> {
  const { submission, poll, cost } = await fullTable(tableJobs);
  const common = { goal: 2, unit: 'ms' };
  const note = `with ${tableJobs.toLocaleString('en')} jobs in the table, compared with an empty one`;
  yield figure({ name: 'network-nodes-submission', ...submission, ...common, note: `a submission ${note}` });
  yield figure({ name: 'network-nodes-poll', ...poll, ...common, note: `a status request ${note}` });
  for (const [name, { apiMs, databaseMs }] of Object.entries(cost)) {
    yield figure({
      name: `network-nodes-${name}-cpu`,
      ours: apiMs,
      reference: databaseMs,
      unit: 'ms',
      runs: 1,
      note: `processor time of the API node, compared with the database’s, for one ${name}`,
    });
  }
}

async function* bytes(): AsyncGenerator<Figure> {
  const folder = path.join(await newFolder(), 'store');
  await mkdir(folder);
  const store = await startStore(folder);
  try {
    const { grownBytes, cpuSeconds, ...signed } = await bytesThroughNode(fileBytes, store.env);
    yield figure({
      name: 'network-nodes-memory',
      ours: grownBytes / megabyte,
      reference: fileBytes / megabyte,
      goal: 0.125,
      unit: 'MB',
      runs: 1,
      note: `maximum growth of an API node’s memory while 1 GiB was uploaded to an S3 store and another was downloaded; ${cpuSeconds.toFixed(1)} s of processor time for both`,
    });
    yield figure({
      name: 'network-nodes-signed-download',
      ours: signed.signedDownloadSeconds,
      reference: signed.downloadSeconds,
      goal: 0.01,
      unit: 's',
      runs: 1,
      note: 'processor time of the API node for a download of 1 GiB at a signed address of the S3 store, compared with one through the node',
    });
    yield figure({
      name: 'network-nodes-signed-upload',
      ours: signed.signedUploadSeconds,
      reference: signed.uploadSeconds,
      goal: 0.1,
      unit: 's',
      runs: 1,
      note: 'processor time of the API node for an upload of 1 GiB to the S3 store in signed parts, compared with one through the node',
    });
  } finally {
    await store.stop();
  }
}

async function* waits(): AsyncGenerator<Figure> {
  const { grownBytes, lagMs } = await waitingRequests(requests);
  yield figure({
    name: 'network-nodes-waiting-requests',
    ours: grownBytes / megabyte,
    reference: (requests * bytesPerWait) / megabyte,
    goal: 1,
    unit: 'MB',
    runs: 1,
    note: `growth of an API node’s memory while ${requests.toLocaleString('en')} requests waited for jobs to end, compared with 64 KiB for each`,
  });
  yield figure({
    name: 'network-nodes-lag',
    ours: lagMs,
    reference: 100,
    goal: 1,
    unit: 'ms',
    runs: 1,
    note: 'median time from the end of a job to the response to a request that waited for it, compared with 100 ms',
  });
}
