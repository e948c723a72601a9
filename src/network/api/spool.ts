import { serviceError } from '../../service/faults.ts';
import { type Disposable, toDisposable } from '../../util/disposable.ts';

/** The share of the space that others haven't reserved, which one account may reserve if it uploads several files. */
const share = 1 / 2;

/**
 * Manages a node's disk space for uploads. Space is reserved before the first byte arrives. Reserving is free of
 * charge, so no account may reserve all of it.
 */
export class Spool {
  #free: number;
  readonly #taken = new Map<string, number>();

  constructor(bytes: number) {
    this.#free = bytes;
  }

  /** Reserves space; disposing the result frees it. @throws ServiceError `queue.pool_saturated` if there isn't enough */
  take(bytes: number, account: string): Disposable {
    const before = this.#taken.get(account) ?? 0;
    if (bytes > this.#free || (before > 0 && before + bytes > (this.#free + before) * share)) {
      throw serviceError('queue.pool_saturated', 'Too many files are arriving. Try again shortly.');
    }
    this.#add(account, bytes);
    return toDisposable(() => this.#add(account, -bytes));
  }

  #add(account: string, bytes: number): void {
    this.#free -= bytes;
    const taken = (this.#taken.get(account) ?? 0) + bytes;
    if (taken > 0) this.#taken.set(account, taken);
    else this.#taken.delete(account);
  }
}
