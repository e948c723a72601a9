import type { Clock } from '../../util/clock.ts';
import { findPrograms, type FoundPrograms, type ProgramSearch } from './findPrograms.ts';

/** Returns the user's installed programs from a search that is at most `maxAgeMs` old. By default, searches again. */
export type ProgramFinder = (maxAgeMs?: number) => Promise<FoundPrograms>;

/** Caches the result of `findPrograms`. Searches again when the search settings change. */
export function programFinder(search: () => ProgramSearch, clock: Clock): ProgramFinder {
  let latest: { search: ProgramSearch; at: number; found: Promise<FoundPrograms> } | undefined;
  return async (maxAgeMs = 0) => {
    const [wanted, now] = [search(), clock.monotonic()];
    if (latest?.search !== wanted || now - latest.at >= maxAgeMs)
      latest = { search: wanted, at: now, found: findPrograms(wanted) };
    return latest.found;
  };
}
