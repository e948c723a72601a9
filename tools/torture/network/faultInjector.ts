import { setTimeout as delay } from 'node:timers/promises';
import type { Balancer } from '../../../test/support/network/balancer.ts';
import type { Cluster } from '../../../test/support/network/cluster.ts';
import type { PostgresProxy } from '../../../test/support/network/postgresProxy.ts';
import { anyOf, type Random } from '../../../test/support/seededRandom.ts';
import { hold } from '../../../test/support/service/hold.ts';

interface Victims {
  readonly cluster: Cluster;
  /** The proxy between the nodes and their database. */
  readonly database: PostgresProxy;
  /** The balancer between the nodes and their store. */
  readonly store: Balancer;
  /** If a worker is silent for this time, others take its jobs. */
  readonly deadAfterMs: number;
  readonly random: Random;
}

const outageMs = 1500;
const sweepWaitMs = 3000;
const silentShare = 0.5;

/** Parts of the SQL statements in a job's life, in order. */
export const statementsOfJobs = [
  'for no key update',
  'insert into network.ledger',
  'insert into network.jobs',
  'update network.accounts set waiting',
  'commit\0',
  'pg_notify',
  'limit 1\0',
  `set status = 'Processing'`,
  'set status = $3',
];

/** These, and parts of statements that nodes repeat or run when they end. */
const statements = [
  ...statementsOfJobs,
  `set status = 'Queued'`,
  'insert into network.workers',
  'insert into network.leases',
  'delete from network.workers',
  'from network.jobs where id = $1 and account = $2',
];

/**
 * The faults to inject into a network, by name. Each function resolves when its fault is over, and leaves as many nodes
 * as before.
 */
const faults = {
  killWorker: async ({ cluster, random }) => replaceOne(cluster, 'workers', random, 'SIGKILL'),
  killApi: async ({ cluster, random }) => replaceOne(cluster, 'api', random, 'SIGKILL'),
  stopWorker: async ({ cluster, random }) => replaceOne(cluster, 'workers', random, 'SIGTERM'),
  freezeWorker: async ({ cluster, random, deadAfterMs }) =>
    freeze([anyOf(cluster.workers, random)], deadAfterMs),
  freezeApi: async ({ cluster, random, deadAfterMs }) => freeze([anyOf(cluster.api, random)], deadAfterMs),
  freezeSweepers: async ({ cluster, deadAfterMs }) => {
    const sweeps = `select from network.leases where name = 'sweep' and ends_at > now()`;
    const until = performance.now() + sweepWaitMs;
    while ((await cluster.database.query(sweeps)).rowCount === 0 && performance.now() < until) await delay(1);
    await freeze(cluster.workers, deadAfterMs);
  },
  cutDatabase: async ({ cluster }) => cluster.cutDatabase(),
  loseDatabase: async ({ cluster, random }) => cluster.withoutDatabase(() => delay(random() * outageMs)),
  loseReplies: async ({ database }) => {
    for (const words of statements) void database.loseAnswerTo(words);
  },
  blackHole: async ({ database, random }) => database.blackHole(() => random() < silentShare),
  cutStore: async ({ store }) => store.cut(),
  loseStore: async ({ store, random }) => store.whileAway(() => delay(random() * outageMs)),
  fillStore: async ({ store, random }) => store.whileFull(() => delay(random() * outageMs)),
} satisfies Record<string, (victims: Victims) => Promise<void>>;

export const injectedFaults = Object.entries(faults);

/** Injects faults, one at a time, in an order decided by the seed; each kind as often as any other, give or take one. */
export class FaultInjector {
  /** The number of injected faults of each kind. */
  readonly injected: Record<string, number> = {};
  /** The time when the latest fault ended. */
  overAt = new Date(0);
  readonly #victims: Victims;
  readonly #planned: typeof injectedFaults;
  #begun = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(victims: Victims, count: number) {
    this.#victims = victims;
    const inOrder = Array.from({ length: count }, (_, index) => ({
      fault: injectedFaults[index % injectedFaults.length],
      order: Math.floor(index / injectedFaults.length) + victims.random(),
    }));
    this.#planned = inOrder
      .toSorted((one, other) => one.order - other.order)
      .flatMap(({ fault }) => (fault ? [fault] : []));
  }

  /** Injects the faults that are due once this share of all jobs has settled. */
  injectUpTo(share: number): void {
    const due = Math.ceil(share * this.#planned.length);
    for (const [name, inject] of this.#planned.slice(this.#begun, due)) {
      this.#begun += 1;
      this.injected[name] = (this.injected[name] ?? 0) + 1;
      this.#running = this.#injectAfter(this.#running, inject);
    }
  }

  async #injectAfter(before: Promise<void>, inject: (victims: Victims) => Promise<void>): Promise<void> {
    await before;
    await inject(this.#victims);
    this.overAt = new Date();
  }

  /** Resolves when all injected faults are over. */
  async over(): Promise<void> {
    await this.#running;
  }
}

async function replaceOne(
  cluster: Cluster,
  role: 'api' | 'workers',
  random: Random,
  signal: NodeJS.Signals,
): Promise<void> {
  const node = anyOf(cluster[role], random);
  if (node !== undefined) await cluster.replace(node, signal);
}

/** Stops nodes for twice the time after which they count as dead. */
async function freeze(
  nodes: readonly ({ readonly pid: number } | undefined)[],
  deadAfterMs: number,
): Promise<void> {
  const thaw = hold(nodes.flatMap((node) => (node ? [node.pid] : [])));
  await delay(2 * deadAfterMs);
  thaw();
}
