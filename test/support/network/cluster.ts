import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { addAccount } from '../../../src/network/accounts/accounts.ts';
import { addKey } from '../../../src/network/accounts/keys.ts';
import { Balancer } from './balancer.ts';
import { endLeases } from './jobParts.ts';
import { NetworkNode } from './networkNode.ts';
import { TestDatabase } from './testDatabase.ts';

const maxStarts = 10;

interface ClusterOptions {
  readonly api: number;
  readonly workers: number;
  /** True for account pages, which the API nodes announce. */
  readonly accounts?: boolean;
  /** Settings of all nodes. */
  readonly env?: NodeJS.ProcessEnv;
}

interface TenantOptions {
  readonly plan?: string;
  readonly allowance?: number | null;
  readonly allowed?: readonly string[];
}

/** A complete network of nodes behind one address. The nodes share a folder and their own database. */
export class Cluster {
  readonly env: NodeJS.ProcessEnv;
  readonly api: NetworkNode[] = [];
  readonly workers: NetworkNode[] = [];
  #accounts: NetworkNode | undefined;
  readonly #postgres: TestDatabase;
  readonly #folder: string;
  #balancer: Balancer | undefined;

  private constructor(postgres: TestDatabase, folder: string, env: NodeJS.ProcessEnv) {
    this.#postgres = postgres;
    this.#folder = folder;
    this.env = {
      FUN_DATABASE_URL: postgres.url,
      FUN_STORE: path.join(folder, 'store'),
      FUN_TRUSTED_PROXIES: '127.0.0.1',
      ...env,
    };
  }

  static async start({ api, workers, accounts = false, env = {} }: ClusterOptions): Promise<Cluster> {
    const postgres = new TestDatabase();
    await postgres.create();
    const cluster = new Cluster(postgres, await mkdtemp(path.join(os.tmpdir(), 'network-')), env);
    try {
      if (accounts) {
        cluster.#accounts = await NetworkNode.start('accounts', cluster.env);
        [cluster.env['FUN_AUTH_URL']] = cluster.#accounts.output;
      }
      await Promise.all([
        ...Array.from({ length: api }, () => cluster.startApi()),
        ...Array.from({ length: workers }, () => cluster.startWorker()),
      ]);
      cluster.#balancer = await Balancer.start(cluster.origins);
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  get database() {
    return this.#postgres.database;
  }

  get baseUrl(): URL {
    if (this.#balancer === undefined) throw new Error('The network hasn’t started');
    return this.#balancer.baseUrl;
  }

  get origins(): URL[] {
    return this.api.map(({ baseUrl }) => new URL(baseUrl));
  }

  /** Nodes that ended unexpectedly. */
  get crashed(): NetworkNode[] {
    return [...this.api, ...this.workers].filter(({ isRunning }) => !isRunning);
  }

  /** Starts another API node with its own settings. `service` has the same meaning as in `NetworkNode.start`. */
  async startApi(settings: NodeJS.ProcessEnv = {}, service?: readonly string[]): Promise<NetworkNode> {
    const node = await NetworkNode.start('api', { ...this.env, ...settings }, service);
    this.api.push(node);
    this.#balancer?.use(this.origins);
    return node;
  }

  async startWorker(settings: NodeJS.ProcessEnv = {}, service?: readonly string[]): Promise<NetworkNode> {
    const node = await NetworkNode.start('worker', { ...this.env, ...settings }, service);
    this.workers.push(node);
    return node;
  }

  /**
   * Ends a node with the signal, and starts another one of the same version with the same settings. If the new one ends
   * as well, it is started again, as by systemd.
   */
  async replace(node: NetworkNode, signal: NodeJS.Signals): Promise<void> {
    const isApi = this.api.includes(node);
    await this.end(node, signal);
    for (let tries = 1; ; tries += 1) {
      try {
        await (isApi ? this.startApi(node.env, node.service) : this.startWorker(node.env, node.service));
        return;
      } catch (error) {
        if (tries === maxStarts) throw error;
      }
    }
  }

  /** Sends a node no further connections, and ends it with the signal. */
  async end(node: NetworkNode, signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    for (const list of [this.api, this.workers]) if (list.includes(node)) list.splice(list.indexOf(node), 1);
    this.#balancer?.use(this.origins);
    return node.stop(signal);
  }

  /** Adds an account with a key, and returns the key. */
  async tenant({ plan = 'pro', allowance = null, allowed = [] }: TenantOptions = {}): Promise<string> {
    const name = `tenant-${crypto.randomUUID()}`;
    const account = await addAccount(this.database, { name, plan, allowance });
    return addKey(this.database, account, { name: 'key', allowed });
  }

  /** Expires the leases of all workers, which must have ended already. */
  async endLeases(): Promise<void> {
    await endLeases(this.database);
  }

  /** Breaks all connections to the database. */
  async cutDatabase(): Promise<void> {
    await this.#postgres.cut();
  }

  /** Does `work` while no node can reach the database. */
  async withoutDatabase(work: () => Promise<void>): Promise<void> {
    await this.#postgres.whileAway(work);
  }

  async stop(): Promise<void> {
    await this.#balancer?.close();
    const nodes = [...this.api, ...this.workers, this.#accounts];
    await Promise.all(nodes.map(async (node) => node?.stop('SIGKILL')));
    await this.#postgres.drop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
