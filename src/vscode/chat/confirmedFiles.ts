/** Limits the number of pending calls, since each key is a complete input. */
const maxCalls = 100;

/**
 * The files that the user confirmed before a tool call. VS Code asks first and calls the tool later, and files may
 * change in between. The tool only touches files that were in the question.
 */
export class ConfirmedFiles {
  readonly #asked = new Map<string, ReadonlySet<string>>();

  /**
   * Records the files in a question. Two calls with the same input can't be distinguished, so only files in both
   * questions count.
   */
  ask(input: unknown, uris: readonly string[]): void {
    const key = JSON.stringify(input);
    const others = this.#asked.get(key);
    this.#asked.delete(key);
    this.#asked.set(key, new Set(uris.filter((uri) => others?.has(uri) ?? true)));
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > maxCalls && oldest !== undefined) this.#asked.delete(oldest);
  }

  /** The files that the call with this input may change; none if the user wasn't asked. */
  take(input: unknown): ReadonlySet<string> {
    const key = JSON.stringify(input);
    const uris = this.#asked.get(key);
    this.#asked.delete(key);
    return uris ?? new Set();
  }
}
