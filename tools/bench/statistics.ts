export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

export interface Pair {
  readonly ours: number;
  readonly reference: number;
}

/**
 * The medians of this many measurements of each side. The sides alternate, in changing order, so that temporary load
 * affects both.
 */
export async function inTurns(
  runs: number,
  ours: () => Promise<number>,
  reference: () => Promise<number>,
): Promise<Pair & { readonly runs: number }> {
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
