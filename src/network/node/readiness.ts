import { untilAborted } from '../../util/abort.ts';
import { systemClock } from '../../util/clock.ts';

/** The obstacle to a node's work, in a sentence without details. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** A check this recent still counts, so that not every job or submission makes its own. */
export const freshMs = 1000;
/** The time limit of each check. */
const defaultPatienceMs = 5000;

/** Checks a node's requirements. Their names begin a sentence. */
export class Readiness {
  readonly #needs: Map<string, () => Promise<unknown>>;
  readonly #timeoutMs: number;
  /** Unanswered checks. They aren't repeated, since one that hangs may hold a thread. */
  readonly #asked = new Map<string, Promise<unknown>>();
  #readyAt = Number.NEGATIVE_INFINITY;

  constructor(needs: Readonly<Record<string, () => Promise<unknown>>>, timeoutMs = defaultPatienceMs) {
    this.#needs = new Map(Object.entries(needs));
    this.#timeoutMs = timeoutMs;
  }

  /** Adds a requirement. */
  need(name: string, ask: () => Promise<unknown>): void {
    this.#needs.set(name, ask);
  }

  /**
   * Resolves if all requirements are met, or were within the last `maxAgeMs`.
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
      const what = timeout.aborted ? 'does not answer' : 'can’t be used';
      throw new NotReady(`${name} ${what}.`, { cause: error });
    }
  }
}
