import { JobWatches } from '../../service/server/jobs/job.ts';
import { delay } from '../../util/abort.ts';
import { systemClock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import type { Channel } from '../database/channel.ts';
import type { Queryable } from '../database/database.ts';
import { isJobId } from './jobRow.ts';

/** The name of the channel for the ids of ended jobs. */
export const endedChannelName = 'network_ends';

/** The polling interval, which finds jobs whose notification was lost. */
const pollMs = 5000;

/** The requests at this node that wait for jobs to end. Together, they use one database connection. */
export class EndedJobs {
  readonly #database: Queryable;
  readonly #watches = new JobWatches();
  readonly #stopping = new AbortController();
  readonly #done: Promise<unknown>;

  constructor(database: Queryable, endedChannel: Pick<Channel, 'listen'>) {
    this.#database = database;
    const { signal } = this.#stopping;
    const listening = endedChannel.listen((ids) => {
      for (const id of ids) this.#watches.notify(id);
      if (ids.length === 0) void this.#poll();
    }, signal);
    this.#done = Promise.all([listening, this.#pollUntil(signal)]);
  }

  /** The number of waiting requests. */
  get count(): number {
    return this.#watches.count;
  }

  /** Calls `onMayHaveEnded` when the job may have ended. Disposing the result stops the calls. */
  watch(job: string, onMayHaveEnded: () => void): Disposable {
    return this.#watches.add(job, onMayHaveEnded);
  }

  /** Stops all requests from waiting. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#watches.close();
    await this.#done;
  }

  async #pollUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#poll();
      await delay(pollMs, systemClock, signal).catch(() => undefined);
    }
  }

  async #poll(): Promise<void> {
    const jobs = this.#watches.jobs.filter(isJobId);
    if (jobs.length === 0) return;
    const sql = 'select id from network.jobs where id = any ($1::uuid[]) and ended_at is not null';
    const ended = await this.#database.query<{ id: string }>(sql, [jobs]).catch(() => undefined);
    for (const { id } of ended?.rows ?? []) this.#watches.notify(id);
  }
}
