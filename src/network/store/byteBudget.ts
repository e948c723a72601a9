import { type Disposable, toDisposable } from '../../util/disposable.ts';

/** Memory for transfers, granted in the order of the requests. */
export class ByteBudget {
  #free: number;
  readonly #waiting: { readonly bytes: number; readonly begin: () => void }[] = [];

  constructor(bytes: number) {
    this.#free = bytes;
  }

  /** Resolves when this much memory is free, at most the whole budget; disposing the result frees it. */
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
