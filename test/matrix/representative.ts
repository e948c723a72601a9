import type { Row } from './rows.ts';

/** Of each engine's rows only so many that every format which it reads and every one which it writes comes up. */
export function representative(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  return rows.filter(({ engine, from, to }) => {
    const news = [`${engine} reads ${from}`, `${engine} writes ${to}`].filter((each) => !seen.has(each));
    for (const each of news) seen.add(each);
    return news.length > 0;
  });
}
