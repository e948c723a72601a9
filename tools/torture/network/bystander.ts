import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from '../../../test/support/network/cluster.ts';
import { NetworkNode } from '../../../test/support/network/networkNode.ts';

const pollEveryMs = 100;
const slowest = 0.99;

/**
 * A client with its own account and its own API node, into which no faults are injected. It polls while others are
 * disturbed.
 */
export class Bystander {
  readonly #node: NetworkNode;
  readonly #key: string;
  readonly #ending = new AbortController();
  readonly #durationsMs: number[] = [];
  #polling: Promise<void> = Promise.resolve();

  private constructor(node: NetworkNode, key: string) {
    this.#node = node;
    this.#key = key;
  }

  static async start(cluster: Cluster): Promise<Bystander> {
    const node = await NetworkNode.start('api', cluster.env);
    const bystander = new Bystander(node, await cluster.tenant());
    bystander.#polling = bystander.#poll();
    return bystander;
  }

  /** The 99th percentile of the durations of its polls so far, in milliseconds. */
  get p99Ms(): number {
    const sorted = this.#durationsMs.toSorted((one, other) => one - other);
    return Math.round(sorted[Math.ceil(slowest * sorted.length) - 1] ?? 0);
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#polling;
    await this.#node.stop('SIGKILL');
  }

  async #poll(): Promise<void> {
    const url = new URL(`/convert/job/${crypto.randomUUID()}`, this.#node.baseUrl);
    while (!this.#ending.signal.aborted) {
      const startedAt = performance.now();
      const response = await fetch(url, { headers: { 'X-Service-Api-Key': this.#key } });
      await response.arrayBuffer();
      this.#durationsMs.push(performance.now() - startedAt);
      await delay(pollEveryMs);
    }
  }
}
