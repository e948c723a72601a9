import type { LedgerEntry } from './ledger.ts';

/** Bytes saved and credits spent in a period. */
export interface Savings {
  /** Total reduction in file size by compression. */
  readonly savedBytes: number;
  readonly credits: number;
  /** True if the services reported all of these credits. */
  readonly isSaid: boolean;
}

/** Totals for a period without jobs. */
export const noSavings: Savings = { savedBytes: 0, credits: 0, isSaid: true };

/** Totals of one day, tool, and place (this computer or the network). */
interface DayRow extends Pick<LedgerEntry, 'day' | 'tool' | 'place'> {
  readonly entries: readonly LedgerEntry[];
}

const columns = ['day', 'tool', 'place', 'files', 'bytes_before', 'bytes_after', 'credits'] as const;

/** Totals of these entries. Only compressions save bytes: after a conversion, people keep the source. */
export function savingsOf(entries: readonly LedgerEntry[]): Savings {
  const saved = entries.map(({ tool, sizes }) =>
    tool === 'compress' && sizes !== undefined ? sizes.before - sizes.after : 0,
  );
  return {
    savedBytes: sum(saved),
    credits: sum(entries.map(({ credits }) => credits)),
    isSaid: entries.every(({ credits, isSaid }) => credits === 0 || isSaid === true),
  };
}

/**
 * An RFC 4180 table with a line per day, tool, and place (this computer or the network). Its sizes, in bytes, cover
 * only files with a result.
 */
export function savingsCsv(entries: readonly LedgerEntry[]): string {
  const lines = dayRows(entries).map(({ day, tool, place, entries: of }) => {
    const sizes = of.flatMap((entry) => entry.sizes ?? []);
    return [
      day,
      tool,
      place,
      sizes.length,
      sum(sizes.map(({ before }) => before)),
      sum(sizes.map(({ after }) => after)),
      sum(of.map(({ credits }) => credits)),
    ];
  });
  return [columns, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

function dayRows(entries: readonly LedgerEntry[]): DayRow[] {
  const groups = Map.groupBy(entries, ({ day, tool, place }) => [day, tool, place].join(' '));
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, of]) => of.slice(0, 1).map(({ day, tool, place }) => ({ day, tool, place, entries: of })));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
