import type { Loss } from '../../contract/losses.ts';

/** These losses if a condition is true, else none. */
export function lossesIf(condition: boolean | undefined, ...losses: readonly Loss[]): readonly Loss[] {
  return condition ? losses : [];
}
