import { refusal } from '../../service/shared/refusal.ts';
import { type Disposable, toDisposable } from '../../util/disposable.ts';

/** The room on a node's disk for files that arrive, which is promised before the first byte of one comes. */
export class Spool {
  #free: number;

  constructor(bytes: number) {
    this.#free = bytes;
  }

  /** Disposing the result gives the room back. @throws ServiceError `queue.pool_saturated` where there is too little */
  take(bytes: number): Disposable {
    if (bytes > this.#free) {
      throw refusal('queue.pool_saturated', 'Too many files are arriving. Try again shortly.');
    }
    this.#free -= bytes;
    return toDisposable(() => (this.#free += bytes));
  }
}
