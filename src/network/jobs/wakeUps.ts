import { once } from 'node:events';
import { delay, untilAborted } from '../../util/abort.ts';
import { systemClock } from '../../util/clock.ts';
import type { Database } from '../database/database.ts';

const channel = 'network_jobs';
const reconnectMs = 1000;

/** Tells workers that jobs are due. A lost notification only costs time, because workers also poll. */
export class WakeUps {
  readonly #database: Database;
  #isWanted = false;
  #isSending = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Call it after the commit: a notification inside a transaction makes all commits wait for each other. */
  send(): void {
    this.#isWanted = true;
    if (!this.#isSending) void this.#send();
  }

  /** Calls `wake` at each notification, and at each connection, since some may have been missed before it. */
  async listen(wake: () => void, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#hear(wake, signal).catch(() => undefined);
      await delay(reconnectMs, systemClock, signal).catch(() => undefined);
    }
  }

  /** Jobs that become due during a notification share the next one. */
  async #send(): Promise<void> {
    this.#isSending = true;
    while (this.#isWanted) {
      this.#isWanted = false;
      await this.#database.query(`select pg_notify('${channel}', '')`).catch(() => undefined);
    }
    this.#isSending = false;
  }

  async #hear(wake: () => void, signal: AbortSignal): Promise<void> {
    const client = await this.#database.pool.connect();
    try {
      const ended = once(client, 'end', { signal });
      client.on('notification', wake);
      await Promise.race([untilAborted(client.query(`listen ${channel}`), signal), ended]);
      wake();
      await ended;
    } finally {
      client.release(true);
    }
  }
}
