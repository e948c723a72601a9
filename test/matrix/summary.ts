import { kinds } from './proofs.ts';
import { kindOf } from './rows.ts';
import type { Verdict } from './matrix.ts';

/** The proven conversions, altogether and by kind. None is done by a program of the user's yet. */
export function proven(verdicts: readonly Verdict[]): Record<string, number> {
  const good = verdicts.filter(({ row, fault }) => row.tool === 'convert' && fault === undefined);
  const byKind = kinds.map((kind) => [kind, good.filter(({ row }) => kindOf(row) === kind).length] as const);
  return { pairs: good.length, ...Object.fromEntries(byKind), viaTools: 0 };
}
