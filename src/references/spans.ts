import type { Span } from './link.ts';

/**
 * Returns a function that finds the furthest end of the spans that begin at or before an offset. It uses binary search,
 * because texts contain thousands of spans and it is called thousands of times.
 */
export function furthestEnd(spans: readonly Span[]): (start: number) => number {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  const ends: number[] = [];
  for (const { end } of sorted) ends.push(Math.max(end, ends.at(-1) ?? -1));
  return (start) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.start ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    return ends[low - 1] ?? -1;
  };
}
