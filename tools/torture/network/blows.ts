import { setTimeout as delay } from 'node:timers/promises';
import type { Balancer } from '../../../test/support/network/balancer.ts';
import type { Cluster } from '../../../test/support/network/cluster.ts';
import { anyOf, type Random } from '../../../test/support/seededRandom.ts';

interface Victims {
  readonly cluster: Cluster;
  /** The balancer between the nodes and their store; `undefined` if the store is a folder. */
  readonly store: Balancer | undefined;
  readonly random: Random;
}

const outageMs = 1500;

/** Faults to inject into a network, by name; each is over when it resolves, and leaves as many nodes as there were. */
const blows = {
  killWorker: async ({ cluster, random }) => {
    await replace(cluster, 'workers', random, 'SIGKILL');
  },
  killApi: async ({ cluster, random }) => {
    await replace(cluster, 'api', random, 'SIGKILL');
  },
  stopWorker: async ({ cluster, random }) => {
    await replace(cluster, 'workers', random, 'SIGTERM');
  },
  cutDatabase: async ({ cluster }) => cluster.cutDatabase(),
  loseDatabase: async ({ cluster, random }) => cluster.withoutDatabase(() => delay(random() * outageMs)),
  cutStore: async ({ store }) => store?.cut(),
  loseStore: async ({ store, random }) => store?.whileAway(() => delay(random() * outageMs)),
} satisfies Record<string, (victims: Victims) => Promise<void>>;

type Blow = keyof typeof blows;

/** The most disruptive ones are more frequent. */
const drawn: readonly Blow[] = [
  ...(['killWorker', 'killWorker', 'killWorker', 'killApi', 'killApi', 'stopWorker'] as const),
  ...(['cutDatabase', 'cutDatabase', 'loseDatabase', 'cutStore', 'cutStore', 'loseStore'] as const),
];

/** This many faults, each kind at least once if possible, in an order decided by the seed; one at a time. */
export class Blows {
  readonly struck: Partial<Record<Blow, number>> = {};
  readonly #victims: Victims;
  readonly #planned: readonly Blow[];
  #begun = 0;
  #striking: Promise<void> = Promise.resolve();

  constructor(victims: Victims, count: number) {
    this.#victims = victims;
    const { random } = victims;
    const kinds = [...new Set(drawn)].map((blow) => [random(), blow] as const);
    const first = kinds.toSorted(([one], [other]) => one - other).map(([, blow]) => blow);
    this.#planned = Array.from(
      { length: count },
      (_, index) => first[index] ?? anyOf(drawn, random) ?? 'killWorker',
    );
  }

  /** Injects the faults that are due once this share of all jobs has settled. */
  strikeUpTo(share: number): void {
    const due = Math.ceil(share * this.#planned.length);
    for (const blow of this.#planned.slice(this.#begun, due)) {
      this.#begun += 1;
      this.struck[blow] = (this.struck[blow] ?? 0) + 1;
      this.#striking = this.#striking.then(() => blows[blow](this.#victims));
    }
  }

  /** Resolves when the last that has begun is over. */
  async over(): Promise<void> {
    await this.#striking;
  }
}

async function replace(
  cluster: Cluster,
  role: 'api' | 'workers',
  random: Random,
  signal: NodeJS.Signals,
): Promise<void> {
  const node = anyOf(cluster[role], random);
  const next = role === 'api' ? cluster.startApi() : cluster.startWorker();
  if (node !== undefined) await cluster.end(node, signal);
  await next;
}
