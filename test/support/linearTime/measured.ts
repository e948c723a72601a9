/** One reader, before it is measured and after. */
export interface Measured {
  readonly name: string;
  /** The highest ratio of times for inputs of which one is `growth` times as long; absent before. */
  readonly ratio?: number;
}

export const growth = 8;
