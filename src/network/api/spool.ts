import { refusal } from '../../service/faults.ts';
import { type Disposable, toDisposable } from '../../util/disposable.ts';

/** How much of the room one account may take, unless it has nothing else there. */
const share = 1 / 2;

/**
 * The room on a node's disk for files that arrive, which is promised before the first byte of one comes. Promises cost
 * nothing, so no account may take all of it by them.
 */
export class Spool {
  readonly #bytes: number;
  #free: number;
  readonly #taken = new Map<string, number>();

  constructor(bytes: number) {
    this.#bytes = bytes;
    this.#free = bytes;
  }

  /** Disposing the result gives the room back. @throws ServiceError `queue.pool_saturated` where there is too little */
  take(bytes: number, account: string): Disposable {
    const before = this.#taken.get(account) ?? 0;
    if (bytes > this.#free || (before > 0 && before + bytes > this.#bytes * share)) {
      throw refusal('queue.pool_saturated', 'Too many files are arriving. Try again shortly.');
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
