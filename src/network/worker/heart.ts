import { systemClock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import type { Queryable } from '../database/database.ts';
import type { Log } from '../node/log.ts';

/** Says again and again that a worker lives; one that falls silent loses its jobs to others. */
export class Heart {
  readonly #database: Queryable;
  readonly #worker: string;
  readonly #beatMs: number;
  readonly #log: Log;
  readonly #queueNames = new Set<string>();
  #next: Disposable | undefined;
  #stopped = false;

  constructor(database: Queryable, worker: string, beatMs: number, log: Log) {
    this.#database = database;
    this.#worker = worker;
    this.#beatMs = beatMs;
    this.#log = log;
  }

  /** Beats now, and from now on. @throws Error where the database can't be reached */
  async beat(): Promise<void> {
    await this.#tell();
    this.#schedule();
  }

  /** Says that the queue knows the worker by this name, too. */
  async answerFor(queueName: string): Promise<void> {
    if (this.#queueNames.has(queueName)) return;
    this.#queueNames.add(queueName);
    await this.#tell();
  }

  /** From now on the worker answers for none of these names: what the queue keeps under them is for others. */
  forgetQueues(): void {
    this.#queueNames.clear();
  }

  /** The worker has no jobs any longer, and is not missed. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#next?.dispose();
    await this.#database.query('delete from network.workers where id = $1', [this.#worker]);
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#next = systemClock.schedule(this.#beatMs, () => {
      void this.#tell()
        .catch((error: unknown) => this.#log.warn({ reason: String(error) }, 'A heartbeat was lost'))
        .finally(() => this.#schedule());
    });
  }

  async #tell(): Promise<void> {
    await this.#database.query(
      `insert into network.workers (id, queue_names) values ($1, $2)
       on conflict (id) do update set queue_names = excluded.queue_names, beat_at = now()`,
      [this.#worker, [...this.#queueNames]],
    );
  }
}
