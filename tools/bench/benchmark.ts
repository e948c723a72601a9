/** The result of one case, as `npm run bench` prints it in a line of JSON. */
export interface Figure {
  /** The case and its variant. */
  readonly name: string;
  /** Our cost, and the cost of the program or ideal that we compare with. Both are medians. */
  readonly ours: number;
  readonly reference: number;
  /** The ratio of `ours` to `reference`. */
  readonly ratio: number;
  /** The maximum ratio. */
  readonly goal: number | undefined;
  /** The unit of `ours` and `reference`. */
  readonly unit: string;
  /** The number of measurements for each side. */
  readonly runs: number;
  readonly note: string;
}

/** A case, which yields its figures. Each file in `cases/` contains one and gives it its name. */
export type Benchmark = () => AsyncIterable<Figure>;

type Measured = Omit<Figure, 'goal' | 'ratio'> & { readonly goal?: number };

/** Builds the figure from two medians that were measured in the same run. The fields are in printing order. */
export function figure({ name, ours, reference, goal, unit, runs, note }: Measured): Figure {
  const rounds = { ours: rounded(ours), reference: rounded(reference), ratio: rounded(ours / reference) };
  return { name, ...rounds, goal: goal === undefined ? undefined : rounded(goal), unit, runs, note };
}

/** Rounds to three digits, but keeps the integer part. */
function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/** The medians of this many measurements of each side. */
export type Medians = Pick<Figure, 'ours' | 'reference' | 'runs'>;

/** Measures each side this many times. The sides alternate, in changing order, so that temporary load affects both. */
export async function inTurns(
  runs: number,
  ours: () => Promise<number>,
  reference: () => Promise<number>,
): Promise<Medians> {
  const values: { ours: number[]; reference: number[] } = { ours: [], reference: [] };
  for (let run = 0; run < runs; run += 1) {
    if (run % 2 === 0) values.ours.push(await ours());
    values.reference.push(await reference());
    if (run % 2 === 1) values.ours.push(await ours());
  }
  return { ours: median(values.ours), reference: median(values.reference), runs };
}

/** The duration of some work, in seconds. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}
