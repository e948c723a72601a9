import { formatById } from '../../src/contract/formats/table.ts';
import type { MatrixCase } from './matrixCases.ts';

/**
 * The cases that the quick run proves: for each engine, the first one with each kind of source and each kind of target.
 * Conversions and compressions are counted separately.
 */
export function representative(cases: readonly MatrixCase[]): MatrixCase[] {
  return [...Map.groupBy(cases, groupOf).values()].flatMap((group) => group.slice(0, 1));
}

/** All other cases. The sweeps prove them. */
export function beyondRepresentative(cases: readonly MatrixCase[]): MatrixCase[] {
  const taken = new Set(representative(cases));
  return cases.filter((tested) => !taken.has(tested));
}

function groupOf({ tool, engine, from, to }: MatrixCase): string {
  return [tool, engine, formatById(from)?.kind, formatById(to)?.kind].join(' ');
}
