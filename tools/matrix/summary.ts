import { formatKinds } from '../../src/contract/formats/format.ts';
import type { Verdict } from './matrix.ts';
import { kindOf, programOf } from './rows.ts';

/** The proven conversions: altogether, by kind, and those of them that programs of the user's do, here where they do better, too. */
export function proven(verdicts: readonly Verdict[]): Record<string, number> {
  const good = verdicts.filter(({ row, fault }) => row.tool === 'convert' && fault === undefined);
  const byKind = formatKinds.map(
    (kind) => [kind, pairs(good.filter(({ row }) => kindOf(row) === kind))] as const,
  );
  const viaTools = good.filter(({ row }) => programOf(row) !== undefined).length;
  return { pairs: pairs(good), ...Object.fromEntries(byKind), viaTools };
}

/** How many there are when one that is done in two ways counts once. */
function pairs(verdicts: readonly Verdict[]): number {
  return new Set(verdicts.map(({ row }) => `${row.from} ${row.to}`)).size;
}
