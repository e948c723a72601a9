import { eventually } from '../../../test/support/eventually.ts';
import { Cluster } from '../../../test/support/network/cluster.ts';
import { PostgresProxy } from '../../../test/support/network/postgresProxy.ts';
import { seededRandom } from '../../../test/support/seededRandom.ts';
import { injectedFaults, FaultInjector } from './faultInjector.ts';
import { readLedger } from './ledgerState.ts';
import { startStore } from './breakableStore.ts';
import { Bystander } from './bystander.ts';
import { type SubmissionOutcome, isClean, verdictOn, type NetworkVerdict } from './verdict.ts';
import { JobSender } from './jobSender.ts';
import { firstSubmissions, kindOf, moreSubmissions, Sources, type TenantSubmission } from './submissions.ts';

/** The time without progress after which the run gives up. Stuck jobs are reported, not waited for. */
class Watch {
  readonly #stuckAfterMs: number;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(stuckAfterMs: number) {
    this.#stuckAfterMs = stuckAfterMs;
    this.moved();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  moved(): void {
    this.stop();
    this.#timer = setTimeout(() => this.#controller.abort(), this.#stuckAfterMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

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

/** True if there were no faults in the results, and other clients hardly noticed anything. */
export function hasPassed(report: NetworkReport): boolean {
  return isClean(report) && report.crashed === 0 && report.pollP99Ms < maxPollMs;
}

interface NetworkTortureOptions {
  readonly seed: number;
  readonly jobs: number;
  /** The store: a real S3 server, or a folder that all nodes share. */
  readonly store: 's3' | 'folder';
  /** An empty folder for the output of the run. */
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
const deadAfterMs = 5000;
const peopleAtOnce = 30;
/** The number of log lines to report from a crashed node. */
const lastLines = 40;
/** If nothing changes for this long, something is stuck, however busy the machine is. */
const stuckAfterMs = 180_000;
const settings = {
  FUN_PLACES: '4',
  FUN_JOB_DELAY_MS: '150',
  FUN_BEAT_SECONDS: '1',
  FUN_DEAD_AFTER_SECONDS: String(deadAfterMs / 1000),
  FUN_SWEEP_SECONDS: '1',
};

/**
 * Sends jobs to two API nodes and three workers while nodes and their connections are killed or silenced, and counts
 * faults.
 */
export async function tortureNetwork(options: NetworkTortureOptions): Promise<NetworkReport> {
  const { seed, jobs: count, otherVersion, tell } = options;
  const store = options.store === 's3' ? await startStore(options.folder) : undefined;
  const cluster = await Cluster.start({ api: 0, workers: 0, env: { ...settings, ...store?.env } });
  const database = await PostgresProxy.start(cluster.env['FUN_DATABASE_URL'] ?? '');
  const watch = new Watch(stuckAfterMs);
  let bystander: Bystander | undefined;
  try {
    await startUnevenNodes(cluster, database.url, otherVersion);
    const keys = await Promise.all(plans.map((plan) => tenantOf(cluster, plan)));
    const person = new JobSender({ baseUrl: cluster.baseUrl, keys, signal: watch.signal });
    const send = async (submission: TenantSubmission): Promise<SubmissionOutcome> => {
      const sent = await person.submit(submission);
      const result = await person.follow(submission.account, sent.id);
      watch.moved();
      return { submission, sent, result };
    };
    const sources = await Sources.make();
    const before = await Promise.all(firstSubmissions(sources).map(send));
    const random = seededRandom('faults', seed);
    const faults = new FaultInjector(
      { cluster, database, store: store?.balancer, deadAfterMs, random },
      Math.max(injectedFaults.length, Math.floor(count / jobsPerFault)),
    );
    bystander = await Bystander.start(cluster);
    const more = moreSubmissions(sources, seed, plans.length);
    const after: SubmissionOutcome[] = [];
    let accepted = 0;
    const sendMore = async (): Promise<void> => {
      while (accepted < count) {
        faults.injectUpTo((accepted + 1) / count);
        const outcome = await send(more.next().value);
        after.push(outcome);
        accepted += 1;
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
      pollP99Ms: bystander.p99Ms,
    };
  } finally {
    watch.stop();
    await bystander?.stop();
    await database.close();
    await cluster.stop();
    await store?.stop();
  }
}

function tenantOf(cluster: Cluster, plan: (typeof plans)[number]): Promise<string> {
  return cluster.tenant({ plan, allowance: plan === 'unmetered' ? null : plenty });
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
