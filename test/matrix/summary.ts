import { kinds } from './proofs.ts';
import { kindOf, programOf } from './rows.ts';
import type { Verdict } from './matrix.ts';

/** The proven conversions: altogether, by kind, and those of them that programs of the user's do. */
export function proven(verdicts: readonly Verdict[]): Record<string, number> {
  const good = verdicts.filter(({ row, fault }) => row.tool === 'convert' && fault === undefined);
  const byKind = kinds.map((kind) => [kind, good.filter(({ row }) => kindOf(row) === kind).length] as const);
  const viaTools = good.filter(({ row }) => programOf(row) !== undefined).length;
  return { pairs: good.length, ...Object.fromEntries(byKind), viaTools };
}
