import { CodedError } from '../../contract/errors.ts';
import type { Clock } from '../../util/clock.ts';

/** The time to sign in and confirm in the browser. */
const patienceMs = 5 * 60_000;

/** The browser's answer that this window waits for. It waits for one sign-in at a time, and only in memory. */
export class SignInAnswers {
  readonly #clock: Clock;
  #waiting:
    | { readonly state: string; readonly end: (outcome: URLSearchParams | CodedError) => void }
    | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Waits for the answer with a state, which only this window knows.
   * @throws CodedError `sign_in.expired` after five minutes, `sign_in.replaced`, or `sign_in.canceled` if the signal aborts
   */
  async wait(state: string, signal: AbortSignal): Promise<URLSearchParams> {
    this.#waiting?.end(new CodedError('sign_in.replaced', 'Another sign-in began.'));
    const { promise, resolve, reject } = Promise.withResolvers<URLSearchParams>();
    const cancel = (): void => reject(new CodedError('sign_in.canceled', 'The sign-in was canceled.'));
    const waiting = {
      state,
      end: (outcome: URLSearchParams | CodedError): void =>
        outcome instanceof URLSearchParams ? resolve(outcome) : reject(outcome),
    };
    const timer = this.#clock.schedule(patienceMs, () =>
      waiting.end(new CodedError('sign_in.expired', 'There was no answer in five minutes.')),
    );
    signal.addEventListener('abort', cancel);
    if (signal.aborted) cancel();
    this.#waiting = waiting;
    try {
      return await promise;
    } finally {
      timer.dispose();
      signal.removeEventListener('abort', cancel);
      if (this.#waiting === waiting) this.#waiting = undefined;
    }
  }

  /** Takes an answer. False if this window doesn't wait for it: it is for another one, or came too late or twice. */
  receive(answer: URLSearchParams): boolean {
    const waiting = this.#waiting;
    if (waiting === undefined || answer.get('state') !== waiting.state) return false;
    this.#waiting = undefined;
    waiting.end(answer);
    return true;
  }
}
