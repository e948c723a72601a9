/** Servers that are there, of which each is named in its turn. */
export class Turns {
  #origins: readonly URL[];
  #turn = 0;

  constructor(origins: readonly URL[]) {
    this.#origins = origins;
  }

  get origins(): readonly URL[] {
    return this.#origins;
  }

  /** Who is there from now on. */
  use(origins: readonly URL[]): void {
    this.#origins = origins;
  }

  next(): URL | undefined {
    return this.#origins[this.#turn++ % this.#origins.length];
  }
}
