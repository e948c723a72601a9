import { formatRow } from '../../src/contract/formats/table.ts';
import type { Row } from './rows.ts';

/**
 * The first row of each engine for each kind of source and each kind of target, with conversions apart from compressions:
 * the rows that the quick run proves.
 */
export function representative(rows: readonly Row[]): Row[] {
  return [...Map.groupBy(rows, groupOf).values()].flatMap((group) => group.slice(0, 1));
}

/** All other rows, which the sweeps prove. */
export function beyondRepresentative(rows: readonly Row[]): Row[] {
  const taken = new Set(representative(rows));
  return rows.filter((row) => !taken.has(row));
}

function groupOf({ tool, engine, from, to }: Row): string {
  return [tool, engine, formatRow(from)?.kind, formatRow(to)?.kind].join(' ');
}
