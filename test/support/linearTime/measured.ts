/** A reader, before and after its measurement. */
export interface Measured {
  readonly name: string;
  /**
   * The highest ratio of times for inputs whose lengths differ by the factor `growth`; absent before the measurement.
   */
  readonly ratio?: number;
}

export const growth = 8;
