import { programOf, type Row } from './rows.ts';

/**
 * The rows that the service does alone, and of each program's only so many that every format which it reads and every
 * one which it writes comes up: a full run of the programs takes long.
 */
export function representative(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const program = programOf(row);
    if (program === undefined) return true;
    const news = [`${program} reads ${row.from}`, `${program} writes ${row.to}`].filter(
      (each) => !seen.has(each),
    );
    for (const each of news) seen.add(each);
    return news.length > 0;
  });
}
