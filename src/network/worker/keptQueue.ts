import { run, type Runner, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import { delay } from '../../util/abort.ts';
import { systemClock } from '../../util/clock.ts';
import { silentLogger } from '../database/prepareDatabase.ts';
import type { Log } from '../node/log.ts';

/** What is new is told; this is for what was put off. */
const pollMs = 1000;
/** How long to wait for a database that is away. */
const againMs = 1000;

interface KeptQueueOptions {
  readonly pool: Pool;
  readonly places: number;
  readonly tasks: TaskList;
  /** Called before the queue begins again, under another name. */
  readonly onWillBegin: () => void;
  readonly log: Log;
}

/** Takes work from the queue, which ends by itself when the database goes away, and is begun again when that is back. */
export class KeptQueue {
  readonly #options: KeptQueueOptions;
  readonly #stopping = new AbortController();
  #runner: Runner;
  readonly #kept: Promise<void>;

  private constructor(options: KeptQueueOptions, runner: Runner) {
    this.#options = options;
    this.#runner = runner;
    this.#kept = this.#keep();
  }

  /** @throws Error where the database can't be reached */
  static async begin(options: KeptQueueOptions): Promise<KeptQueue> {
    return new KeptQueue(options, await begin(options));
  }

  /** Takes nothing more, and resolves when what was taken has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    // It may have ended by itself just now.
    await this.#runner.stop().catch(() => {});
    await this.#kept;
  }

  async #keep(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const reason = await this.#runner.promise.then(
        () => 'It ended.',
        (error: unknown) => String(error),
      );
      if (signal.aborted) return;
      this.#options.log.warn({ reason }, 'The queue has ended and begins again');
      await this.#beginAgain(signal);
    }
  }

  async #beginAgain(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        this.#options.onWillBegin();
        this.#runner = await begin(this.#options);
        if (signal.aborted) await this.#runner.stop();
        return;
      } catch {
        await delay(againMs, systemClock, signal).catch(() => {});
      }
    }
  }
}

function begin({ pool, places, tasks }: KeptQueueOptions): Promise<Runner> {
  return run({
    pgPool: pool,
    concurrency: places,
    pollInterval: pollMs,
    noHandleSignals: true,
    logger: silentLogger,
    // Without these, the end of a job that the database can't be told of ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList: tasks,
  });
}
