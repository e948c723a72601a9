/** What one case came to, as `npm run bench` prints it in a line of JSON. */
export interface Figure {
  /** The case, and which of its variants. */
  readonly name: string;
  /** What it costs here, and what it costs the peer or the ideal that it is measured beside; medians. */
  readonly ours: number;
  readonly reference: number;
  /** Ours to the reference. */
  readonly ratio: number;
  /** What is to be reached: the most that the ratio may be, or what `goalOf` names. */
  readonly goal: number | undefined;
  /** Of `ours` and `reference`. */
  readonly unit: string;
  /** How often each side was measured. */
  readonly runs: number;
  readonly note: string;
}

/** A case: what it measures, one figure after the other. Each is a file in `cases/`, named like it. */
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

/** The figure of two medians that were measured in one run; its fields are in the order in which they are printed. */
export function figure({ name, ours, reference, goal, unit, runs, note }: Measured): Figure {
  const rounds = { ours: rounded(ours), reference: rounded(reference), ratio: rounded(ours / reference) };
  return { name, ...rounds, goal, unit, runs, note };
}

/** To three digits, as far as those are behind the point. */
function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
