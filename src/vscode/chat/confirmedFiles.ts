/** Calls that are asked about and not yet made. Each key is the input of a call, whole, so there are not many. */
const maxCalls = 100;

/**
 * Which files a person was asked about before a tool of the chat is called. VS Code asks and calls separately, and files come
 * and go in between: what was not in the question is left alone.
 */
export class ConfirmedFiles {
  readonly #asked = new Map<string, ReadonlySet<string>>();

  /** Notes the files of a question. Nothing tells two calls of the same input apart, so only files of both count. */
  ask(input: unknown, uris: readonly string[]): void {
    const key = JSON.stringify(input);
    const others = this.#asked.get(key);
    this.#asked.delete(key);
    this.#asked.set(key, new Set(uris.filter((uri) => others?.has(uri) ?? true)));
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > maxCalls && oldest !== undefined) this.#asked.delete(oldest);
  }

  /** The files that the call with this input may change: none where nothing was asked. */
  take(input: unknown): ReadonlySet<string> {
    const key = JSON.stringify(input);
    const uris = this.#asked.get(key);
    this.#asked.delete(key);
    return uris ?? new Set();
  }
}
