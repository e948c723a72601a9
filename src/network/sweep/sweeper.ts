import { untilAborted } from '../../util/abort.ts';
import { systemClock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import { retentionMsOf } from '../configuration/configuration.ts';
import type { NodeParts } from '../node/nodeParts.ts';
import { buryDeadWorkers } from './deadWorkers.ts';
import { deleteExpired, deleteOrphans } from './expiredFiles.ts';

/** Any number, the same at all nodes: one of them sweeps at a time. */
const lockNumber = 7_205_331_843;
/** Listing a store costs money. */
const orphansEveryMs = 600_000;

/** Sweeps again and again, whenever no other node does. Every worker has one. */
export class Sweeper {
  readonly #node: NodeParts;
  #next: Disposable | undefined;
  #orphansAt: number;
  #sweeping: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(node: NodeParts) {
    this.#node = node;
    this.#orphansAt = systemClock.monotonic() + orphansEveryMs;
  }

  start(): void {
    if (this.#stopping.signal.aborted) return;
    this.#next = systemClock.schedule(1000 * this.#node.configuration.sweepSeconds, () => {
      this.#sweeping = this.#alone()
        .catch((error: unknown) => this.#node.log.warn({ reason: String(error) }, 'A sweep was broken off'))
        .finally(() => this.start());
    });
  }

  /** Breaks off a sweep that is under way, for another node to go on: the store may not answer. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#next?.dispose();
    await this.#sweeping;
  }

  async #alone(): Promise<void> {
    const client = await this.#node.database.pool.connect();
    try {
      const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [
        lockNumber,
      ]);
      if (rows[0]?.ours !== true) return;
      try {
        await untilAborted(this.#sweep(), this.#stopping.signal);
      } finally {
        await client.query('select pg_advisory_unlock($1)', [lockNumber]);
      }
    } finally {
      client.release();
    }
  }

  async #sweep(): Promise<void> {
    const { database, store, configuration, log } = this.#node;
    const { deadAfterSeconds } = configuration;
    const deadWorkers = await buryDeadWorkers(database, 1000 * deadAfterSeconds);
    const expiredJobs = await deleteExpired(database, store, retentionMsOf(configuration));
    await database.query('delete from network.request_windows where ends_at < now()');
    let orphans = 0;
    if (systemClock.monotonic() >= this.#orphansAt) {
      this.#orphansAt = systemClock.monotonic() + orphansEveryMs;
      orphans = await deleteOrphans(database, store);
    }
    if (deadWorkers + expiredJobs + orphans > 0) log.info({ deadWorkers, expiredJobs, orphans }, 'Swept');
  }
}
