/** A conversion whose memory others may need, too. */
interface Claimant {
  readonly memoryBytes: number;
  /** The memory that the conversion may use if there is enough. */
  readonly claimBytes: number;
}

/**
 * The conversion to stop if all of them together use more than `totalBytes`: the one that exceeds its fair share the
 * most. Shares are proportional to claims, so at least one conversion exceeds its share then, and none within its share
 * is ever chosen.
 */
export function mostOverShare<T extends Claimant>(
  claimants: readonly T[],
  totalBytes: number,
): T | undefined {
  if (memoryHeld(claimants) <= totalBytes) return undefined;
  const claims = claimants.reduce((sum, { claimBytes }) => sum + claimBytes, 0);
  const excess = ({ memoryBytes, claimBytes }: T): number => memoryBytes - (totalBytes * claimBytes) / claims;
  return claimants.reduce((furthest, each) => (excess(each) > excess(furthest) ? each : furthest));
}

/** The total memory of these conversions. */
export function memoryHeld(all: readonly Pick<Claimant, 'memoryBytes'>[]): number {
  return all.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
}
