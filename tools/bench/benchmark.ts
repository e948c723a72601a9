/** The result of one case, as `npm run bench` prints it in a line of JSON. */
export interface Figure {
  /** The case and its variant. */
  readonly name: string;
  /** Our cost, and the cost of the program or ideal that we compare with. Both are medians. */
  readonly ours: number;
  readonly reference: number;
  /** The ratio of `ours` to `reference`. */
  readonly ratio: number;
  /** The maximum ratio: that of the case, or else that of `goalOf`. */
  readonly goal: number | undefined;
  /** The unit of `ours` and `reference`. */
  readonly unit: string;
  /** The number of measurements for each side. */
  readonly runs: number;
  readonly note: string;
}

/** A case, which yields its figures. Each file in `cases/` contains one and gives it its name. */
export type Benchmark = () => AsyncIterable<Figure>;

interface Measured {
  readonly name: string;
  readonly ours: number;
  readonly reference: number;
  readonly goal?: number;
  readonly unit: string;
  readonly runs: number;
  readonly note: string;
}

/** Builds the figure from two medians that were measured in the same run. The fields are in printing order. */
export function figure({ name, ours, reference, goal, unit, runs, note }: Measured): Figure {
  const rounds = { ours: rounded(ours), reference: rounded(reference), ratio: rounded(ours / reference) };
  return { name, ...rounds, goal: goal === undefined ? undefined : rounded(goal), unit, runs, note };
}

/** Rounds to three digits, but keeps the integer part. */
function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
