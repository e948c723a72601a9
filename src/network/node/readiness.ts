import { untilAborted } from '../../util/abort.ts';
import { systemClock } from '../../util/clock.ts';

/** What keeps a node from working, in a sentence that has no details. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** What was there so long ago is there now, so that not every job or submission asks for itself. */
export const freshMs = 1000;
/** How long to wait for any of what a node needs. */
const defaultPatienceMs = 5000;

/** Whether a node has what it needs, each asked in a way of its own, and named as a sentence begins. */
export class Readiness {
  readonly #needs: Map<string, () => Promise<unknown>>;
  readonly #patienceMs: number;
  /** What was asked and has not answered: it is not asked once more, since what hangs may hold a thread. */
  readonly #asked = new Map<string, Promise<unknown>>();
  #readyAt = Number.NEGATIVE_INFINITY;

  constructor(needs: Readonly<Record<string, () => Promise<unknown>>>, patienceMs = defaultPatienceMs) {
    this.#needs = new Map(Object.entries(needs));
    this.#patienceMs = patienceMs;
  }

  /** Asks for something more from now on. */
  need(name: string, ask: () => Promise<unknown>): void {
    this.#needs.set(name, ask);
  }

  /**
   * Resolves where all is there, or was within the last `maxAgeMs`.
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
    const patience = AbortSignal.timeout(this.#patienceMs);
    try {
      await untilAborted(asked, patience);
    } catch (error) {
      if (error instanceof NotReady) throw error;
      const what = patience.aborted ? 'does not answer' : 'can’t be used';
      throw new NotReady(`${name} ${what}.`, { cause: error });
    }
  }
}
