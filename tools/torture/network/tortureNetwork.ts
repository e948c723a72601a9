import { eventually } from '../../../test/support/eventually.ts';
import { Cluster } from '../../../test/support/network/cluster.ts';
import { seededRandom } from '../../../test/support/seededRandom.ts';
import { Blows } from './blows.ts';
import { readBooks } from './books.ts';
import { startStore } from './breakableStore.ts';
import { type Fate, judge, type Verdict } from './judge.ts';
import { Person } from './person.ts';
import { firstSubmissions, kindOf, moreSubmissions, Sources, type Submission } from './submissions.ts';

/** Gives up if nothing has moved for too long: stuck jobs are reported, not waited for. */
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

/** The line that the command prints, in this order. */
export interface NetworkReport extends Verdict {
  readonly jobs: number;
  /** Jobs that failed with a refund after the maximum number of attempts. */
  readonly failed: number;
  /** Submissions with an unknown outcome. */
  readonly unknown: number;
  /** The injected faults, with their number. */
  readonly blows: Readonly<Record<string, number>>;
  /** Nodes that crashed. */
  readonly crashed: number;
}

export interface NetworkTortureOptions {
  readonly seed: number;
  readonly jobs: number;
  /** The store: a real S3 server, or a folder that all nodes share. */
  readonly store: 's3' | 'folder';
  /** An empty folder for output. */
  readonly folder: string;
  /** Called with a sentence about a fault. */
  readonly tell: (line: string) => void;
}

const plans = ['pro', 'free', 'unmetered'] as const;
const plenty = 100_000;
const jobsPerBlow = 20;
const leastBlows = 8;
const peopleAtOnce = 30;
/** Number of log lines to report from a crashed node. */
const lastLines = 40;
/** When nothing moves for so long, something is stuck, however busy the machine is. */
const stuckAfterMs = 180_000;
const settings = {
  FUN_PLACES: '4',
  FUN_JOB_DELAY_MS: '150',
  FUN_BEAT_SECONDS: '1',
  FUN_DEAD_AFTER_SECONDS: '5',
  FUN_SWEEP_SECONDS: '1',
};

/** Sends jobs to two API nodes and three workers while these and their connections are killed, and counts faults. */
export async function tortureNetwork(options: NetworkTortureOptions): Promise<NetworkReport> {
  const { seed, jobs: count, tell } = options;
  const store = options.store === 's3' ? await startStore(options.folder) : undefined;
  const cluster = await Cluster.start({ api: 2, workers: 3, env: { ...settings, ...store?.env } });
  const watch = new Watch(stuckAfterMs);
  try {
    const keys = await Promise.all(plans.map((plan) => tenantOf(cluster, plan)));
    const person = new Person({ baseUrl: cluster.baseUrl, keys, signal: watch.signal });
    const send = async (submission: Submission): Promise<Fate> => {
      const sent = await person.submit(submission);
      const came = sent.fate === 'accepted' ? await person.follow(submission.account, sent.id) : undefined;
      watch.moved();
      return { submission, sent, came };
    };
    const sources = await Sources.make();
    const before = await Promise.all(firstSubmissions(sources).map(send));
    const random = seededRandom('blows', seed);
    const blows = new Blows({ cluster, store: store?.balancer, random }, blowsFor(count));
    const more = moreSubmissions(sources, seed, plans.length);
    const after: Fate[] = [];
    let accepted = 0;
    const sendMore = async (): Promise<void> => {
      while (accepted < count) {
        blows.strikeUpTo((accepted + 1) / count);
        const fate = await send(more.next().value);
        after.push(fate);
        if (fate.sent.fate === 'accepted') accepted += 1;
      }
    };
    await Promise.all(Array.from({ length: peopleAtOnce }, sendMore));
    await blows.over();
    const books = await eventually(
      () => readBooks(cluster.database),
      ({ leftOver }) => leftOver === 0,
      stuckAfterMs,
    ).catch(() => readBooks(cluster.database));
    const expected = new Map(
      before.flatMap(({ submission, came }) =>
        typeof came === 'object' ? [[kindOf(submission), came.hash] as const] : [],
      ),
    );
    for (const { log } of cluster.crashed) tell(`crashed: ${log.slice(-lastLines).join('\n')}`);
    const verdict = await judge({ fates: [...before, ...after], books, expected, person, tell });
    return {
      jobs: books.jobs.length,
      failed: books.jobs.filter(({ status }) => status === 'Failed').length,
      unknown: after.filter(({ sent }) => sent.fate === 'unknown').length,
      blows: blows.struck,
      ...verdict,
      crashed: cluster.crashed.length,
    };
  } finally {
    watch.stop();
    await cluster.stop();
    await store?.stop();
  }
}

function tenantOf(cluster: Cluster, plan: (typeof plans)[number]): Promise<string> {
  return cluster.tenant({ plan, allowance: plan === 'unmetered' ? null : plenty });
}

function blowsFor(jobs: number): number {
  return Math.max(leastBlows, Math.floor(jobs / jobsPerBlow));
}
