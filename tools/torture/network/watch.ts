/** Gives up when nothing has moved for too long: what is stuck then is told, and not waited for. */
export class Watch {
  readonly #stuckAfterMs: number;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(stuckAfterMs: number) {
    this.#stuckAfterMs = stuckAfterMs;
    this.moved();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  moved(): void {
    this.stop();
    this.#timer = setTimeout(() => this.#controller.abort(), this.#stuckAfterMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
