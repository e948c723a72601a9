import type { Conversion } from './api/conversion.ts';

type Ranked = Pick<Conversion, 'preference' | 'helper'>;

/** Sorts conversions by preference, the best first. */
export function byPreference(left: Ranked, right: Ranked): number {
  return preferenceOf(right) - preferenceOf(left);
}

/**
 * Sorts the conversions between two formats, the best first. Drops fallbacks unless all others may need a helper, and
 * then keeps only the best fallback.
 */
export function ranked<Entry extends Ranked>(candidates: readonly Entry[]): Entry[] {
  // A shortcut, because most of the thousands of format pairs have only one conversion.
  if (candidates.length < 2) return [...candidates];
  const { fillers = [], others = [] } = Object.groupBy(candidates.toSorted(byPreference), (each) =>
    preferenceOf(each) < 0 ? 'fillers' : 'others',
  );
  const isDone = others.some(({ helper }) => helper === undefined);
  return [...others, ...(isDone ? [] : fillers.slice(0, 1))];
}

function preferenceOf({ preference = 0 }: Ranked): number {
  return preference;
}
