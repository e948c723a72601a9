import { type Disposable, toDisposable } from '../../util/disposable.ts';

/** Memory for what is on its way, which is given out in the order in which it was asked for. */
export class ByteBudget {
  #free: number;
  readonly #waiting: { readonly bytes: number; readonly begin: () => void }[] = [];

  constructor(bytes: number) {
    this.#free = bytes;
  }

  /** Resolves when there is room for so many bytes, no more than the budget has; disposing the result gives it back. */
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
