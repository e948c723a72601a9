import type { Loss } from '../../contract/losses.ts';

/** These losses where a condition holds, none elsewhere. */
export function lossesIf(condition: boolean | undefined, ...losses: readonly Loss[]): readonly Loss[] {
  return condition ? losses : [];
}
