import type { Clock } from '../../util/clock.ts';
import { findPrograms, type FoundPrograms, type ProgramSearch } from './findPrograms.ts';

/** The user's installed programs, at most `maxAgeMs` old; by default, searches again. */
export type ProgramFinder = (maxAgeMs?: number) => Promise<FoundPrograms>;

/** Caches `findPrograms`, and searches again when the search paths change. */
export function programFinder(search: () => ProgramSearch, clock: Clock): ProgramFinder {
  let latest: { search: ProgramSearch; at: number; found: Promise<FoundPrograms> } | undefined;
  return async (maxAgeMs = 0) => {
    const [wanted, now] = [search(), clock.monotonic()];
    if (latest?.search !== wanted || now - latest.at >= maxAgeMs)
      latest = { search: wanted, at: now, found: findPrograms(wanted) };
    return latest.found;
  };
}
