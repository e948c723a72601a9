import type { ConversionRow } from './api/row.ts';

type Ranked = Pick<ConversionRow, 'preference' | 'helper'>;

/** Puts the row first that is preferred to the other. */
export function byPreference(left: Ranked, right: Ranked): number {
  return preferenceOf(right) - preferenceOf(left);
}

/**
 * The rows of one pair, the best first. Fallbacks are dropped if another row supports the pair, except the best one if
 * that other row may need a helper.
 */
export function ranked<Row extends Ranked>(rows: readonly Row[]): Row[] {
  // Most of the thousands of pairs have one row.
  if (rows.length < 2) return [...rows];
  const { fillers = [], others = [] } = Object.groupBy(rows.toSorted(byPreference), (row) =>
    preferenceOf(row) < 0 ? 'fillers' : 'others',
  );
  const isDone = others.some(({ helper }) => helper === undefined);
  return [...others, ...(isDone ? [] : fillers.slice(0, 1))];
}

function preferenceOf({ preference = 0 }: Ranked): number {
  return preference;
}
