import type { Conversion } from './api/conversion.ts';

type Ranked = Pick<Conversion, 'preference' | 'helper'>;

/** Puts the preferred conversion first. */
export function byPreference(left: Ranked, right: Ranked): number {
  return preferenceOf(right) - preferenceOf(left);
}

/**
 * The conversions of one pair, the best first. Fallbacks are dropped if another supports the pair, except the best one if
 * that other may need a helper.
 */
export function ranked<Entry extends Ranked>(candidates: readonly Entry[]): Entry[] {
  // Most of the thousands of pairs have one conversion.
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
