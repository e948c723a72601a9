import { once } from 'node:events';
import { delay, untilAborted } from '../../util/abort.ts';
import { systemClock } from '../../util/clock.ts';
import type { Database } from './database.ts';

const reconnectMs = 1000;
/** The maximum number of ids per notification. PostgreSQL limits a notification to 8,000 bytes. */
const maxIdsAtOnce = 200;

/** Sends ids to other nodes through the database. Notifications may be lost, so listeners also have to poll. */
export class Channel {
  readonly #database: Database;
  readonly #name: string;
  readonly #unsent = new Set<string>();
  #isSending = false;

  constructor(database: Database, name: string) {
    this.#database = database;
    this.#name = name;
  }

  /**
   * Sends an id. Call this after the commit, because a notification inside a transaction makes all commits wait for
   * each other.
   */
  send(id = ''): void {
    this.#unsent.add(id);
    if (!this.#isSending) void this.#send();
  }

  /**
   * Calls `hear` with the ids in each notification. Also calls it without ids after each reconnect, because
   * notifications may have been missed.
   */
  async listen(onIds: (ids: readonly string[]) => void, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#listenOnce(onIds, signal).catch(() => undefined);
      await delay(reconnectMs, systemClock, signal).catch(() => undefined);
    }
  }

  /** Sends the waiting ids in one notification. Ids that arrive in the meantime share the next one. */
  async #send(): Promise<void> {
    this.#isSending = true;
    while (this.#unsent.size > 0) {
      const ids = [...this.#unsent].slice(0, maxIdsAtOnce);
      for (const id of ids) this.#unsent.delete(id);
      await this.#database.query('select pg_notify($1, $2)', [this.#name, ids.join()]).catch(() => undefined);
    }
    this.#isSending = false;
  }

  async #listenOnce(onIds: (ids: readonly string[]) => void, signal: AbortSignal): Promise<void> {
    const client = await this.#database.pool.connect();
    try {
      const ended = once(client, 'end', { signal });
      client.on('notification', ({ payload = '' }) => onIds(payload.split(',')));
      await Promise.race([untilAborted(client.query(`listen ${this.#name}`), signal), ended]);
      onIds([]);
      await ended;
    } finally {
      client.release(true);
    }
  }
}
