/** A conversion that holds memory which others also need. */
interface Claimant {
  readonly memoryBytes: number;
  /** The memory that it may use if there is enough. */
  readonly claimBytes: number;
}

/**
 * The conversion to stop if all together hold more than `totalBytes`: the one furthest over its fair share, which is
 * proportional to its claim. At least one is over it then, and no conversion within its share is ever chosen.
 */
export function furthestOverShare<T extends Claimant>(
  claimants: readonly T[],
  totalBytes: number,
): T | undefined {
  if (memoryHeld(claimants) <= totalBytes) return undefined;
  const claims = claimants.reduce((sum, { claimBytes }) => sum + claimBytes, 0);
  const excess = ({ memoryBytes, claimBytes }: T): number => memoryBytes - (totalBytes * claimBytes) / claims;
  return claimants.reduce((furthest, each) => (excess(each) > excess(furthest) ? each : furthest));
}

/** Their total memory. */
export function memoryHeld(all: readonly Pick<Claimant, 'memoryBytes'>[]): number {
  return all.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
}
