import { untilAborted } from '../../../src/util/abort.ts';
import { type Disposable, toDisposable } from '../../../src/util/disposable.ts';

/** A number of slots, which are assigned to callers in the order of their requests. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<PromiseWithResolvers<void>>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Waits for a slot; disposing releases it. */
  async take(signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else {
      const turn = Promise.withResolvers<void>();
      this.#waiting.add(turn);
      await untilAborted(turn.promise, signal).catch((error: unknown) => {
        // The slot may have been assigned at the same moment.
        if (!this.#waiting.delete(turn)) this.#giveBack();
        throw error;
      });
    }
    return toDisposable(() => this.#giveBack());
  }

  #giveBack(): void {
    for (const next of this.#waiting) {
      this.#waiting.delete(next);
      next.resolve();
      return;
    }
    this.#free += 1;
  }
}
