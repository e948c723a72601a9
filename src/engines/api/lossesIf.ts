import type { Loss } from '../../contract/losses.ts';

export function lossesIf(condition: boolean | undefined, ...losses: readonly Loss[]): readonly Loss[] {
  return condition ? losses : [];
}
