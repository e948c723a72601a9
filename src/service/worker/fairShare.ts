/** A conversion that holds memory which others want, too. */
export interface Claimant {
  readonly memoryBytes: number;
  /** What it may take where there is enough. */
  readonly claimBytes: number;
}

/**
 * Who has to give way where all together hold more than `totalBytes`: the one that is furthest over its fair share,
 * which is to the whole as its claim is to all claims. One is over it then, and nobody within it is ever chosen.
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

/** What all of them hold together. */
export function memoryHeld(all: readonly Pick<Claimant, 'memoryBytes'>[]): number {
  return all.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
}
