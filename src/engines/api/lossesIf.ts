import type { Loss } from '../../contract/losses.ts';

/** Returns the losses if a condition is true, and none otherwise. */
export function lossesIf(condition: boolean | undefined, ...losses: readonly Loss[]): readonly Loss[] {
  return condition ? losses : [];
}
