/** An object with a resource that is released when it is disposed. Disposing it twice is harmless. */
export interface Disposable {
  dispose(): void;
}

/** Collects disposables, and disposes them in reverse order. */
export class DisposableStore implements Disposable {
  readonly #items = new Set<Disposable>();
  #disposed = false;

  /** Adds an item and returns it. If the store is already disposed, disposes the item immediately. */
  add<T extends Disposable>(item: T): T {
    if (this.#disposed) item.dispose();
    else this.#items.add(item);
    return item;
  }

  dispose(): void {
    this.#disposed = true;
    const items = [...this.#items].toReversed();
    this.#items.clear();
    for (const item of items) item.dispose();
  }
}

/** Wraps a function as a disposable that calls it once. */
export function toDisposable(run: () => void): Disposable {
  let pending: (() => void) | undefined = run;
  return {
    dispose() {
      const once = pending;
      pending = undefined;
      once?.();
    },
  };
}
