import { randomUUID } from 'node:crypto';
import { untilAborted } from '../../util/abort.ts';
import { systemClock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import { retentionMsOf } from '../configuration/configuration.ts';
import { deleteExpiredSignIns } from '../identity/sessionStore.ts';
import { deleteExpiredSubmissions } from '../jobs/acceptedSubmissions.ts';
import type { NodeParts } from '../node/nodeParts.ts';
import { deleteAbandonedUploads, deleteExpired, deleteOrphans } from './expiredFiles.ts';
import type { Queryable } from '../database/database.ts';

const sweepLease = 'sweep';
/** The lease for listing the store. Listing costs money, so only one node does it in this interval. */
const orphansLease = 'orphans';
const orphansIntervalSeconds = 600;

/** Deletes expired data periodically, unless another node is doing so. Every worker has a sweeper. */
export class Sweeper {
  readonly #node: NodeParts;
  readonly #id = randomUUID();
  #next: Disposable | undefined;
  #sweeping: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(node: NodeParts) {
    this.#node = node;
  }

  start(): void {
    if (this.#stopping.signal.aborted) return;
    this.#next = systemClock.schedule(1000 * this.#node.configuration.sweepSeconds, () => {
      this.#sweeping = this.#sweepWithLease()
        .catch((error: unknown) => this.#node.log.warn({ reason: String(error) }, 'Sweep interrupted'))
        .finally(() => this.start());
    });
  }

  /** Stops a sweep in progress without waiting for the store, which may not answer. Another node continues the sweep. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#next?.dispose();
    await this.#sweeping;
  }

  async #sweepWithLease(): Promise<void> {
    if (!(await this.#renew())) return;
    try {
      await untilAborted(this.#sweep(), this.#stopping.signal);
    } finally {
      await endLease(this.#node.database, sweepLease, this.#id);
    }
  }

  /** Renews the lease for sweeping. If a node freezes during a sweep, other nodes only wait until its lease ends. */
  async #renew(): Promise<boolean> {
    const { database, configuration } = this.#node;
    return takeLease(database, sweepLease, this.#id, configuration.deadAfterSeconds);
  }

  async #sweep(): Promise<void> {
    const { database, store, configuration, log } = this.#node;
    const { rowCount: deadWorkers } = await database.query(
      `delete from network.workers where beat_at < now() - $1 * interval '1 second'`,
      [configuration.deadAfterSeconds],
    );
    let expiredJobs = 0;
    for (let freed = 1; freed > 0 && (await this.#renew()); expiredJobs += freed)
      freed = await deleteExpired(database, store, retentionMsOf(configuration));
    const abandonedUploads = await deleteAbandonedUploads(database, store);
    await deleteExpiredSubmissions(database);
    await database.query('delete from network.request_windows where ends_at < now()');
    await deleteExpiredSignIns(database);
    const mayList = await takeLease(database, orphansLease, randomUUID(), orphansIntervalSeconds);
    const orphanedFiles = mayList ? await deleteOrphans(database, store) : 0;
    if ((deadWorkers ?? 0) + expiredJobs + abandonedUploads + orphanedFiles > 0)
      log.info({ deadWorkers, expiredJobs, abandonedUploads, orphanedFiles }, 'Sweep finished');
  }
}

/**
 * Takes a lease that nobody else has, or renews it, for a number of seconds.
 * @returns true if the holder has the lease now
 */
async function takeLease(
  database: Queryable,
  name: string,
  holder: string,
  seconds: number,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `insert into network.leases as l (name, holder, ends_at) values ($1, $2, now() + $3 * interval '1 second')
     on conflict (name) do update set holder = excluded.holder, ends_at = excluded.ends_at
     where l.ends_at <= now() or l.holder = excluded.holder`,
    [name, holder, seconds],
  );
  return rowCount === 1;
}

/** Ends a lease early if the holder still has it. */
async function endLease(database: Queryable, name: string, holder: string): Promise<void> {
  await database.query('delete from network.leases where name = $1 and holder = $2', [name, holder]);
}
