import { run, type Runner, type Task, type WorkerEvents } from 'graphile-worker';
import { EventEmitter, once } from 'node:events';
import type { Pool } from 'pg';
import { delay } from '../../util/abort.ts';
import { systemClock } from '../../util/clock.ts';
import { silentLogger } from '../database/prepareDatabase.ts';
import type { Log } from '../node/log.ts';

/** What is new is told; this is for what was put off. */
const pollMs = 1000;
/** How long to wait where it can't begin again yet. */
const againMs = 1000;
/**
 * How long the library may take to end after all work has. It waits for good where several ends of work at once could not be
 * told to the database.
 */
const endMs = 5000;

interface KeptQueueOptions {
  readonly pool: Pool;
  readonly places: number;
  /** What to take from the queue, asked each time it begins. */
  readonly tasks: () => Iterable<string>;
  /** Does what the queue gives out; `queueName` is the name under which the queue knows this worker. */
  readonly work: (payload: unknown, queueName: string) => Promise<void>;
  /** Called before the queue begins again, under another name; where it rejects, that is tried again. */
  readonly onWillBegin: () => Promise<void>;
  readonly log: Log;
}

/** What takes work from the queue until it ends, and the first sign of that. */
interface Begun {
  readonly runner: Runner;
  readonly ending: Promise<unknown>;
}

/** Takes work from the queue, which ends by itself when the database goes away, and is begun again when all is ready. */
export class KeptQueue {
  readonly #options: KeptQueueOptions;
  readonly #stopping = new AbortController();
  #begun: Begun | undefined;
  #working = 0;
  #kept: Promise<void> = Promise.resolve();

  constructor(options: KeptQueueOptions) {
    this.#options = options;
  }

  /** @throws Error where the database can't be reached */
  async begin(): Promise<void> {
    this.#kept = this.#keep(await this.#begin());
  }

  /** Takes nothing more until what was taken has ended, and all is ready again. */
  rest(): void {
    // It may rest already.
    this.#begun?.runner.stop().catch(() => {});
  }

  /** Takes nothing more, and resolves when what was taken has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.rest();
    await this.#kept;
  }

  async #keep(first: Begun): Promise<void> {
    for (let begun: Begun | undefined = first; begun !== undefined; begun = await this.#beginAgain()) {
      const reason = await this.#ended(begun);
      if (this.#stopping.signal.aborted) return;
      this.#options.log.warn({ reason }, 'The queue has ended and begins again');
    }
  }

  /** @returns why it has */
  async #ended({ runner, ending }: Begun): Promise<string> {
    const byItself = runner.promise.then(() => 'It rests.', String);
    const givenUp = ending.then(async () => {
      do await delay(endMs, systemClock);
      while (this.#working > 0);
      return 'It did not end by itself.';
    });
    return Promise.race([byItself, givenUp]);
  }

  /** @returns `undefined` where it is not to begin any more */
  async #beginAgain(): Promise<Begun | undefined> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#options.onWillBegin();
        signal.throwIfAborted();
        return await this.#begin();
      } catch {
        await delay(againMs, systemClock, signal).catch(() => {});
      }
    }
    return undefined;
  }

  async #begin(): Promise<Begun> {
    const { pool, places, tasks, work } = this.#options;
    const doTask: Task = async (payload, { job }) => {
      this.#working += 1;
      try {
        await work(payload, job.locked_by ?? '');
      } finally {
        this.#working -= 1;
      }
    };
    const events: WorkerEvents = new EventEmitter();
    const ending = once(events, 'pool:gracefulShutdown');
    const runner = await run({
      pgPool: pool,
      concurrency: places,
      pollInterval: pollMs,
      noHandleSignals: true,
      logger: silentLogger,
      events,
      // Without these, the end of a job that the database can't be told of ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      taskList: Object.fromEntries([...tasks()].map((task) => [task, doTask])),
    });
    this.#begun = { runner, ending };
    // Somebody may have asked for it meanwhile.
    if (this.#stopping.signal.aborted) this.rest();
    return this.#begun;
  }
}
