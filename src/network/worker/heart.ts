import { untilAborted } from '../../util/abort.ts';
import { systemClock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import type { Queryable } from '../database/database.ts';
import type { Log } from '../node/log.ts';
import { NotReady } from '../node/readiness.ts';

export interface HeartOptions {
  readonly database: Queryable;
  readonly worker: string;
  /** The programs that its jobs may need. */
  readonly programs: () => readonly string[];
  readonly beatMs: number;
  /** After so long a silence, others take the worker's jobs. */
  readonly deadAfterMs: number;
  /** Called after each beat that the database has heard. */
  readonly onDidBeat: () => Promise<void>;
  /** Called after each beat that was lost while the lease is over. */
  readonly onDidLose: () => Promise<unknown>;
  readonly log: Log;
}

/** Renews the lease of a worker again and again; one whose lease ends loses its jobs to others. */
export class Heart {
  readonly #options: HeartOptions;
  readonly #queueNames = new Set<string>();
  #next: Disposable | undefined;
  #stopped = false;
  /** When the latest beat began that the database has heard. */
  #renewedAt = Number.NEGATIVE_INFINITY;

  constructor(options: HeartOptions) {
    this.#options = options;
  }

  /** Beats now, and from now on. @throws Error where the database can't be reached */
  async beat(): Promise<void> {
    await this.#tell();
    this.#schedule();
  }

  /** @throws NotReady once the lease is over: others may do this worker's jobs, and it must take no more */
  check(): void {
    if (this.#isOver()) throw new NotReady('The worker couldn’t renew its lease.');
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
    const { database, worker } = this.#options;
    await database.query('delete from network.workers where id = $1', [worker]);
  }

  #isOver(): boolean {
    return systemClock.monotonic() - this.#renewedAt >= this.#options.deadAfterMs;
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#next = systemClock.schedule(this.#options.beatMs, () => {
      void this.#beatOnce().finally(() => this.#schedule());
    });
  }

  async #beatOnce(): Promise<void> {
    const { beatMs, onDidBeat, onDidLose, log } = this.#options;
    try {
      // A connection that has fallen silent must not keep the next beat from going over another one.
      await untilAborted(this.#tell().then(onDidBeat), AbortSignal.timeout(beatMs));
    } catch (error) {
      log.warn({ reason: String(error) }, 'A heartbeat was lost');
      if (this.#isOver()) await onDidLose();
    }
  }

  async #tell(): Promise<void> {
    const { database, worker, programs } = this.#options;
    const startedAt = systemClock.monotonic();
    await database.query(
      `insert into network.workers (id, queue_names, programs) values ($1, $2, $3)
       on conflict (id) do update
         set queue_names = excluded.queue_names, programs = excluded.programs, beat_at = now()`,
      [worker, [...this.#queueNames], programs()],
    );
    this.#renewedAt = Math.max(this.#renewedAt, startedAt);
  }
}
