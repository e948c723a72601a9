import { type Disposable, toDisposable } from '../../util/disposable.ts';

/** Limits the memory for transfers. Grants it in the order of the requests. */
export class ByteBudget {
  #free: number;
  readonly #waiting: { readonly bytes: number; readonly begin: () => void }[] = [];

  constructor(bytes: number) {
    this.#free = bytes;
  }

  /**
   * Resolves when the requested memory is available. A request for more than the whole budget gets the whole budget.
   * Disposing the result frees the memory.
   */
  async take(bytes: number): Promise<Disposable> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ bytes, begin: resolve });
    this.#serve();
    await promise;
    return toDisposable(() => {
      this.#free += bytes;
      this.#serve();
    });
  }

  #serve(): void {
    for (let [next] = this.#waiting; next !== undefined && next.bytes <= this.#free; [next] = this.#waiting) {
      this.#waiting.shift();
      this.#free -= next.bytes;
      next.begin();
    }
  }
}
