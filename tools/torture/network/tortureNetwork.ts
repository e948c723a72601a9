import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../../test/support/eventually.ts';
import { Balancer } from '../../../test/support/network/balancer.ts';
import { Cluster } from '../../../test/support/network/cluster.ts';
import { NetworkNode } from '../../../test/support/network/networkNode.ts';
import { PostgresProxy } from '../../../test/support/network/postgresProxy.ts';
import { Swift } from '../../../test/support/network/swift.ts';
import { Tenant } from '../../../test/support/network/tenant.ts';
import { seededRandom } from '../../../test/support/seededRandom.ts';
import { FaultInjector, injectedFaults } from './faultInjector.ts';
import { JobSender } from './jobSender.ts';
import { kindOf, kinds, type Submission, submissionsFor } from './submissions.ts';
import { type NetworkVerdict, readLedger, type SubmissionOutcome, verdictOn } from './verdict.ts';

/** The line that the command prints, with its fields in this order. */
interface NetworkReport extends NetworkVerdict {
  readonly jobs: number;
  /** The number of jobs that failed with a refund after the maximum number of attempts. */
  readonly failed: number;
  /** The number of submissions that were repeated after their answer was lost. */
  readonly repeated: number;
  /** The number of injected faults of each kind. */
  readonly faults: Readonly<Record<string, number>>;
  /** The number of nodes that crashed. */
  readonly crashed: number;
  /** The 99th percentile of the polls of a client whose account and API node get no faults. */
  readonly pollP99Ms: number;
}

interface NetworkTortureOptions {
  readonly seed: number;
  readonly jobs: number;
  /** An empty folder for the S3 server. */
  readonly folder: string;
  /** The bundle of another version of the network service, which an API node and a worker run. */
  readonly otherVersion?: string;
  /** Called with a sentence about each fault. */
  readonly tell: (line: string) => void;
}

const plans = ['pro', 'free', 'unmetered'] as const;
const plenty = 100_000;
const jobsPerFault = 20;
const maxPollMs = 1000;
const pollEveryMs = 100;
const deadAfterMs = 5000;
const peopleAtOnce = 30;
/** The number of log lines to report from a crashed node. */
const lastLines = 40;
/** If nothing changes for this long, something is stuck, however busy the machine is. It is reported, not waited for. */
const stuckAfterMs = 180_000;
const settings = {
  FUN_PLACES: '4',
  TEST_JOB_DELAY_MS: '150',
  FUN_BEAT_SECONDS: '1',
  FUN_DEAD_AFTER_SECONDS: String(deadAfterMs / 1000),
  FUN_SWEEP_SECONDS: '1',
};

/** True if there were no faults in the results, and other clients hardly noticed anything. */
export function hasPassed(report: NetworkReport): boolean {
  const { filesLost, halfOutputs, chargedTwice, refundedTwice, stuck, stuckAfterRecovery, crashed } = report;
  const wrong = filesLost + halfOutputs + chargedTwice + refundedTwice + stuck + stuckAfterRecovery + crashed;
  return wrong === 0 && report.ledgerSums && report.pollP99Ms < maxPollMs;
}

/**
 * Sends jobs to two API nodes and three workers while nodes and their connections are killed or silenced, and counts
 * faults.
 */
export async function tortureNetwork(options: NetworkTortureOptions): Promise<NetworkReport> {
  const { seed, jobs: count, otherVersion, tell } = options;
  const swift = await Swift.start(options.folder);
  const store = await Balancer.start([new URL(swift.access.endpoint)]);
  const env = { ...settings, ...swift.env, FUN_S3_ENDPOINT: store.baseUrl.origin };
  const cluster = await Cluster.start({ api: 0, workers: 0, env });
  const database = await PostgresProxy.start(cluster.env['FUN_DATABASE_URL'] ?? '');
  const stuck = new AbortController();
  const watch = setTimeout(() => stuck.abort(), stuckAfterMs);
  let bystander: Awaited<ReturnType<typeof startBystander>> | undefined;
  try {
    await startUnevenNodes(cluster, database.url, otherVersion);
    const people = await Promise.all(
      plans.map(async (plan) => {
        const key = await cluster.tenant({ plan, allowance: plan === 'unmetered' ? null : plenty });
        return new JobSender(new Tenant(cluster, key), stuck.signal);
      }),
    );
    const send = async (submission: Submission): Promise<SubmissionOutcome> => {
      const { account, name, body, targetFormat } = submission;
      const person = people[account];
      if (person === undefined) throw new Error(`There is no account ${account}`);
      const sent = await person.submit(name, body, targetFormat);
      const result = await person.follow(sent.id);
      watch.refresh();
      return { submission, sent, result };
    };
    const next = await submissionsFor(seed, plans.length);
    const before = await Promise.all(kinds.map(() => send(next())));
    const random = seededRandom('faults', seed);
    const faults = new FaultInjector(
      { cluster, database, store, deadAfterMs, random },
      Math.max(injectedFaults.length, Math.floor(count / jobsPerFault)),
    );
    bystander = await startBystander(cluster);
    const after: SubmissionOutcome[] = [];
    const sendMore = async (): Promise<void> => {
      while (after.length < count) {
        faults.injectUpTo((after.length + 1) / count);
        after.push(await send(next()));
      }
    };
    await Promise.all(Array.from({ length: peopleAtOnce }, sendMore));
    await faults.over();
    const read = () => readLedger(cluster.database, faults.overAt);
    const books = await eventually(read, ({ leftOver }) => leftOver === 0, stuckAfterMs).catch(read);
    const expected = new Map(
      before.flatMap(({ submission, result }) =>
        typeof result === 'object' ? [[kindOf(submission), result.hash] as const] : [],
      ),
    );
    for (const { log } of cluster.crashed) tell(`crashed: ${log.slice(-lastLines).join('\n')}`);
    const verdict = verdictOn({ outcomes: [...before, ...after], books, expected, tell });
    return {
      jobs: books.jobs.length,
      failed: books.jobs.filter(({ status }) => status === 'Failed').length,
      repeated: after.filter(({ sent }) => sent.repeats > 0).length,
      faults: faults.injected,
      ...verdict,
      crashed: cluster.crashed.length,
      pollP99Ms: await bystander.stop(),
    };
  } finally {
    clearTimeout(watch);
    await bystander?.stop();
    await database.close();
    await cluster.stop();
    await store.close();
    await swift.stop();
  }
}

const clockErrorMs = 150_000;
const dates = (offsetMs: number): string => `
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...args) { if (args.length > 0) super(...args); else super(Real.now() + ${offsetMs}); }
    static now() { return Real.now() + ${offsetMs}; }
    static [Symbol.hasInstance](value) { return value instanceof Real; }
  };`;

/**
 * Starts two API nodes and three workers. Their clocks differ by up to five minutes, and one worker finds no programs.
 * An API node and a worker run the other version, if there is one.
 */
async function startUnevenNodes(
  cluster: Cluster,
  databaseUrl: string,
  otherVersion: string | undefined,
): Promise<void> {
  const settings = (offsetMs: number) => ({
    FUN_DATABASE_URL: databaseUrl,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(dates(offsetMs))}`,
  });
  const other = otherVersion ? [process.execPath, otherVersion] : undefined;
  const withPrograms = { PATH: process.env['PATH'] };
  await Promise.all([
    cluster.startApi(settings(-clockErrorMs)),
    cluster.startApi(settings(clockErrorMs), other),
    cluster.startWorker(settings(clockErrorMs)),
    cluster.startWorker({ ...settings(-clockErrorMs), ...withPrograms }),
    cluster.startWorker({ ...settings(0), ...withPrograms }, other),
  ]);
}

/**
 * Starts a client that polls while others are disturbed. No faults are injected into its own account and API node.
 * Stopping it returns the 99th percentile of the durations of its polls, in milliseconds.
 */
async function startBystander(cluster: Cluster): Promise<{ stop(): Promise<number> }> {
  const node = await NetworkNode.start('api', cluster.env);
  const headers = { 'X-Service-Api-Key': await cluster.tenant() };
  const url = new URL(`/convert/job/${crypto.randomUUID()}`, node.baseUrl);
  const durationsMs: number[] = [];
  const over = new AbortController();
  const poll = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const startedAt = performance.now();
      await (await fetch(url, { headers })).arrayBuffer();
      durationsMs.push(performance.now() - startedAt);
      await delay(pollEveryMs);
    }
  };
  const polling = poll();
  return {
    stop: async () => {
      over.abort();
      await polling;
      await node.stop('SIGKILL');
      const sorted = durationsMs.toSorted((one, other) => one - other);
      return Math.round(sorted[Math.ceil(0.99 * sorted.length) - 1] ?? 0);
    },
  };
}
