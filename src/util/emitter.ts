import { type Disposable, toDisposable } from './disposable.ts';

/** Subscribes a listener. Disposing the result unsubscribes it. Has the shape of a VS Code event. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** An event source. A listener that throws doesn't affect the others. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    // Wraps the listener, so that the same function can subscribe twice.
    const entry = (value: T): void => listener(value);
    this.#listeners.add(entry);
    return toDisposable(() => this.#listeners.delete(entry));
  };

  fire(value: T): void {
    for (const listener of this.#listeners) {
      try {
        listener(value);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
