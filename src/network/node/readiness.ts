import { untilAborted } from '../../util/abort.ts';
import { systemClock } from '../../util/clock.ts';

/** Thrown if a node can't work. The message is one sentence without details. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** The time for which a check stays valid, so that not every job or submission repeats it. */
export const readinessCacheMs = 1000;
/** The time limit for each check. */
const defaultTimeoutMs = 5000;

/** Checks the requirements of a node. The name of a requirement is the start of the error sentence. */
export class Readiness {
  readonly #requirements: Map<string, () => Promise<unknown>>;
  readonly #timeoutMs: number;
  /** Checks that haven't finished. They aren't started again, because a hanging check may block a thread. */
  readonly #pending = new Map<string, Promise<unknown>>();
  #readyAt = Number.NEGATIVE_INFINITY;

  constructor(requirements: Readonly<Record<string, () => Promise<unknown>>>, timeoutMs = defaultTimeoutMs) {
    this.#requirements = new Map(Object.entries(requirements));
    this.#timeoutMs = timeoutMs;
  }

  /** Adds a requirement. `check` rejects if it isn't met. */
  addRequirement(name: string, check: () => Promise<unknown>): void {
    this.#requirements.set(name, check);
  }

  /**
   * Resolves if all requirements are met, or were met within the last `maxAgeMs` milliseconds.
   * @throws NotReady within a few seconds
   */
  async check(maxAgeMs = 0): Promise<void> {
    const now = systemClock.monotonic();
    if (now - this.#readyAt < maxAgeMs) return;
    this.#readyAt = Number.NEGATIVE_INFINITY;
    await Promise.all([...this.#requirements].map(([name, check]) => this.#checkOne(name, check)));
    this.#readyAt = now;
  }

  async #checkOne(name: string, check: () => Promise<unknown>): Promise<void> {
    const pending = this.#pending.get(name) ?? check().finally(() => this.#pending.delete(name));
    this.#pending.set(name, pending);
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    try {
      await untilAborted(pending, timeout);
    } catch (error) {
      if (error instanceof NotReady) throw error;
      const problem = timeout.aborted ? 'isn’t responding' : 'can’t be used';
      throw new NotReady(`${name} ${problem}.`, { cause: error });
    }
  }
}
