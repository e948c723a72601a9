/** Small values that outlive the session. The shape of a VS Code `Memento`. */
export interface KeyValueStore {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}
