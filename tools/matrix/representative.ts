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

/** Every nth of them, of all engines alike: all, or with the environment's `SWEEP_PART=2/3` the second of three parts. */
export function sweptPart(rows: readonly Row[], part = process.env['SWEEP_PART'] ?? '1/1'): Row[] {
  const [, which, of] = /^([1-9])\/([1-9])$/.exec(part) ?? [];
  if (which === undefined || Number(which) > Number(of)) throw new Error(`“${part}” is no part such as 2/3.`);
  return rows.filter((_, at) => at % Number(of) === Number(which) - 1);
}
