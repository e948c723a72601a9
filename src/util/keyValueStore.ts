/** Small values that are kept between sessions. Has the shape of a VS Code `Memento`. */
export interface KeyValueStore {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}
