import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from '../../../test/support/network/cluster.ts';
import { anyOf, pickFrom, type Random } from '../../../test/support/seededRandom.ts';

type Role = 'api' | 'workers';

const mostPauseMs = 4000;

/**
 * Kills nodes of a network and starts others in their place, one after the other, until it ends. An API node gets no more
 * submissions before it is killed, and those that it has are answered: what else becomes of them, nobody can be told.
 */
export class Unrest {
  /** How many nodes were killed. */
  readonly killed = { api: 0, workers: 0 };
  readonly #cluster: Cluster;
  readonly #roles: readonly [Role, ...Role[]];
  readonly #random: Random;
  readonly #ending = new AbortController();
  readonly #going: Promise<void>;

  /** Nodes of these roles. */
  constructor(cluster: Cluster, roles: readonly [Role, ...Role[]], random: Random) {
    this.#cluster = cluster;
    this.#roles = roles;
    this.#random = random;
    this.#going = this.#go();
    // Whoever ends it hears of it.
    this.#going.catch(() => undefined);
  }

  /** Resolves when as many nodes are there as before. */
  async end(): Promise<void> {
    this.#ending.abort();
    await this.#going;
  }

  async #go(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      await delay(this.#random() * mostPauseMs, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await this.#kill(pickFrom(this.#roles, this.#random));
    }
  }

  async #kill(role: Role): Promise<void> {
    const node = anyOf(this.#cluster[role], this.#random);
    await this.#start(role);
    if (node === undefined) return;
    await this.#cluster.end(node);
    this.killed[role] += 1;
  }

  /** Again where it ends at once, as what watches over nodes does: on a busy machine the database may be slow to answer. */
  async #start(role: Role): Promise<void> {
    for (let triesLeft = 3; ; triesLeft -= 1) {
      try {
        await (role === 'api' ? this.#cluster.startApi() : this.#cluster.startWorker());
        return;
      } catch (error) {
        if (triesLeft === 0) throw error;
      }
    }
  }
}
