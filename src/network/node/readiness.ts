import { untilAborted } from '../../util/abort.ts';
import { systemClock } from '../../util/clock.ts';

/** Thrown if a node can't work. The message is one sentence without details. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** The time for which a check stays valid, so that not every job or submission repeats it. */
export const checkValidityMs = 1000;
/** The time limit for each check. */
const defaultPatienceMs = 5000;

/** Checks the requirements of a node. The name of a requirement is the start of the error sentence. */
export class Readiness {
  readonly #needs: Map<string, () => Promise<unknown>>;
  readonly #timeoutMs: number;
  /** Checks that haven't finished. They aren't started again, because a hanging check may block a thread. */
  readonly #asked = new Map<string, Promise<unknown>>();
  #readyAt = Number.NEGATIVE_INFINITY;

  constructor(needs: Readonly<Record<string, () => Promise<unknown>>>, timeoutMs = defaultPatienceMs) {
    this.#needs = new Map(Object.entries(needs));
    this.#timeoutMs = timeoutMs;
  }

  /** Adds a requirement. `ask` rejects if it isn't met. */
  need(name: string, ask: () => Promise<unknown>): void {
    this.#needs.set(name, ask);
  }

  /**
   * Resolves if all requirements are met, or were met within the last `maxAgeMs` milliseconds.
   * @throws NotReady within a few seconds
   */
  async check(maxAgeMs = 0): Promise<void> {
    const now = systemClock.monotonic();
    if (now - this.#readyAt < maxAgeMs) return;
    this.#readyAt = Number.NEGATIVE_INFINITY;
    await Promise.all([...this.#needs].map(([name, ask]) => this.#ask(name, ask)));
    this.#readyAt = now;
  }

  async #ask(name: string, ask: () => Promise<unknown>): Promise<void> {
    const asked = this.#asked.get(name) ?? ask().finally(() => this.#asked.delete(name));
    this.#asked.set(name, asked);
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    try {
      await untilAborted(asked, timeout);
    } catch (error) {
      if (error instanceof NotReady) throw error;
      const what = timeout.aborted ? 'isn’t responding' : 'can’t be used';
      throw new NotReady(`${name} ${what}.`, { cause: error });
    }
  }
}
