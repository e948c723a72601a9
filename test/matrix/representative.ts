import type { Row } from './rows.ts';

/**
 * Of each engine's rows only so many that every format which it reads and every one which it writes comes up: first
 * those that bring up two at once.
 */
export function representative(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  const taken = new Set<Row>();
  for (const least of [2, 1]) {
    for (const row of rows) {
      const formats = [`${row.engine} reads ${row.from}`, `${row.engine} writes ${row.to}`];
      if (formats.filter((each) => !seen.has(each)).length < least) continue;
      taken.add(row);
      for (const each of formats) seen.add(each);
    }
  }
  return rows.filter((row) => taken.has(row));
}

/** The rest, which the sweeps prove besides. */
export function beyondRepresentative(rows: readonly Row[]): Row[] {
  const taken = new Set(representative(rows));
  return rows.filter((row) => !taken.has(row));
}
