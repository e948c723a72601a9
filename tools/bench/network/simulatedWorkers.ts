import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addAccount } from '../../../src/network/accounts/accounts.ts';
import { readConfiguration } from '../../../src/network/configuration.ts';
import { AccountJobs } from '../../../src/network/jobs/accountJobs.ts';
import { type NodeParts, openNode, type Role } from '../../../src/network/node/nodeParts.ts';
import { startWorker } from '../../../src/network/roles/worker.ts';
import { delay } from '../../../src/util/abort.ts';
import { KeyedLock } from '../../../src/util/keyedLock.ts';
import { toDisposable } from '../../../src/util/disposable.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { keyed } from '../../../test/support/network/accounts.ts';
import { newJob } from '../../../test/support/network/jobParts.ts';
import { TestDatabase } from '../../../test/support/network/testDatabase.ts';
import { secondsOf } from '../statistics.ts';
import { databaseSeconds } from './databaseUsage.ts';
import { farm, writePlans } from './farmPlan.ts';

interface Simulation {
  readonly workers: number;
  readonly jobsPerWorker: number;
  /** The time that the simulated engine waits. */
  readonly jobMs: number;
}

interface SimulationFigures {
  /** The time from the first submission that was ready for a worker to the end of the last job. */
  readonly seconds: number;
  /** The processor time of this process, with all workers but without the database. */
  readonly cpuSecondsPerJob: number;
  /** The processor time of the database. */
  readonly databaseSecondsPerJob: number;
}

const patienceMs = 600_000;
/** Accounts of different sizes, such as a build farm and a team. An account's jobs end one after the other. */
const accounts = 10;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * The time that workers take for jobs whose engine only waits. This measures the queue, the database, and the files,
 * which are in memory, because figures for a disk would include other programs' writes. All workers share a process,
 * but each has its own slot, connection pool, and heartbeat.
 */
export async function secondsOfWorkers({
  workers,
  jobsPerWorker,
  jobMs,
}: Simulation): Promise<SimulationFigures> {
  const [folder, testDatabase] = [await mkdtemp('/dev/shm/bench-'), new TestDatabase()];
  await testDatabase.create();
  const { database } = testDatabase;
  const settings = readConfiguration(
    {
      FUN_STORE: path.join(folder, 'store'),
      FUN_TEMPORARY_FOLDER: path.join(folder, 'temporary'),
      FUN_PLANS_FILE: await writePlans(folder),
      FUN_PLACES: '1',
    },
    undefined,
  );
  const configuration = { ...settings, databaseUrl: testDatabase.url };
  const nodes: NodeParts[] = [];
  let roles: Role[] = [];
  try {
    for (let count = 0; count < workers; count += 1) nodes.push(await openNode(configuration, '', silent));
    const [first] = nodes;
    if (first === undefined) throw new Error('No worker is running');
    const parts = {
      ...first,
      retentionMs: patienceMs,
      uploadSpaceBytes: 0,
      maxJobsInFlight: 10_000,
      submissionLocks: new KeyedLock(),
      endedJobs: { watch: () => toDisposable(() => undefined) },
    };
    for (let number = 0; number < accounts; number += 1) {
      const account = await addAccount(database, { name: `farm-${number}`, plan: farm.id, allowance: null });
      const jobs = new AccountJobs(parts, await keyed(database, account));
      for (let count = number; count < workers * jobsPerWorker; count += accounts)
        await jobs.submit(newJob(folder), 0, new AbortController().signal);
    }
    const before = { own: process.cpuUsage(), database: await databaseSeconds(database) };
    const seconds = await secondsOf(async () => {
      roles = await Promise.all(nodes.map((node) => startWorker(withWaitingEngine(node, jobMs))));
      await eventually(
        async () =>
          (await database.query(`select from network.jobs where status in ('Queued', 'Processing') limit 1`))
            .rowCount,
        (left) => left === 0,
        patienceMs,
      );
    });
    const { user, system } = process.cpuUsage(before.own);
    const count = workers * jobsPerWorker;
    return {
      seconds,
      cpuSecondsPerJob: (user + system) / 1e6 / count,
      databaseSecondsPerJob: ((await databaseSeconds(database)) - before.database) / count,
    };
  } finally {
    await Promise.all(roles.map((role) => role.drain()));
    await Promise.all(nodes.map((node) => node.close()));
    await testDatabase.drop();
    await rm(folder, { recursive: true, force: true });
  }
}

function withWaitingEngine(node: NodeParts, jobMs: number): NodeParts {
  const runner: NodeParts['engines']['runner'] = {
    run: async ({ outputPath }, signal) => {
      await delay(jobMs, systemClock, signal);
      await writeFile(outputPath, 'result');
      return {};
    },
  };
  return { ...node, engines: { ...node.engines, runner }, programs: async () => new Map() };
}
