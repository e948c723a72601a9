import { type RequestLimit, tooManyRequests } from '../../service/server/callerLimits.ts';
import type { ArrivingUpload } from '../../service/server/serverOptions.ts';
import { type Clock, minuteMs } from '../../util/clock.ts';
import { type Disposable, toDisposable } from '../../util/disposable.ts';
import type { Queryable } from '../database/database.ts';
import { hasSpace, saturated } from '../store/diskSpace.ts';

/** An upload that would take longer than this may lose its space to others. */
const slowMs = 20 * minuteMs;

interface Reservation {
  readonly upload: ArrivingUpload;
  readonly startedAt: number;
}

/**
 * Manages a node's disk space for uploads. Space is reserved before the first byte arrives. Reserving is free of
 * charge, so no account may reserve all of it, and slow uploads lose their space when others need it.
 */
export class Spool {
  #free: number;
  readonly #taken = new Map<string, number>();
  readonly #reservations = new Set<Reservation>();
  readonly #clock: Clock;
  readonly #graceMs: number;

  /** @param graceMs The time for which an upload isn't considered slow yet. */
  constructor(bytes: number, clock: Clock, graceMs: number) {
    this.#free = bytes;
    this.#clock = clock;
    this.#graceMs = graceMs;
  }

  /**
   * Reserves space; disposing the result frees it. If there isn't enough, slow uploads are refused, so that there is
   * space for a later attempt.
   * @throws ServiceError `queue.pool_saturated` if there isn't enough space
   */
  take(upload: ArrivingUpload, account: string): Disposable {
    const { maxBytes } = upload;
    if (!hasSpace(maxBytes, this.#free, this.#taken.get(account) ?? 0)) {
      this.#refuseSlowest(maxBytes);
      throw saturated();
    }
    const reservation = { upload, startedAt: this.#clock.monotonic() };
    this.#reservations.add(reservation);
    this.#add(account, maxBytes);
    return toDisposable(() => {
      this.#reservations.delete(reservation);
      this.#add(account, -maxBytes);
    });
  }

  /** Refuses slow uploads, the slowest first, until they have freed this much space. */
  #refuseSlowest(bytes: number): void {
    const now = this.#clock.monotonic();
    const slow = [...this.#reservations]
      .map(({ upload, startedAt }) => {
        const elapsedMs = now - startedAt;
        const totalMs = (elapsedMs * upload.maxBytes) / Math.max(upload.arrivedBytes(), 1);
        return { upload, elapsedMs, totalMs };
      })
      .filter(({ elapsedMs, totalMs }) => elapsedMs > this.#graceMs && totalMs > slowMs)
      .toSorted((one, other) => other.totalMs - one.totalMs);
    let freed = 0;
    for (const { upload } of slow) {
      if (freed >= bytes) break;
      upload.refuse(saturated());
      freed += upload.maxBytes;
    }
  }

  #add(account: string, bytes: number): void {
    this.#free -= bytes;
    const taken = (this.#taken.get(account) ?? 0) + bytes;
    if (taken > 0) this.#taken.set(account, taken);
    else this.#taken.delete(account);
  }
}

/** Counts the requests from each address in windows of a fixed length, for all nodes together (api.md, Limits 3). */
export class RequestWindows implements RequestLimit {
  readonly #database: Queryable;
  readonly #max: number;
  readonly #windowMs: number;

  constructor(database: Queryable, { max, windowMs }: { readonly max: number; readonly windowMs: number }) {
    this.#database = database;
    this.#max = max;
    this.#windowMs = windowMs;
  }

  async take(address: string): Promise<void> {
    const { rows } = await this.#database.query<{ requests: number; leftMs: number }>(
      `insert into network.request_windows as w (address, ends_at, requests)
       values ($1, now() + $2 * interval '1 millisecond', 1)
       on conflict (address) do update set
         requests = case when w.ends_at <= now() then 1 else w.requests + 1 end,
         ends_at = case when w.ends_at <= now() then excluded.ends_at else w.ends_at end
       returning requests, extract(epoch from ends_at - now())::float8 * 1000 as "leftMs"`,
      [address, this.#windowMs],
    );
    for (const { requests, leftMs } of rows) if (requests > this.#max) throw tooManyRequests(leftMs);
  }
}
