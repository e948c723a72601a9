import { type RequestLimit, tooManyRequests } from '../../service/server/http/callerLimits.ts';
import type { Queryable } from '../database/database.ts';

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
