import type { Clock } from '../../util/clock.ts';
import { findPrograms, type FoundPrograms, type ProgramSearch } from './findPrograms.ts';

/** The user's programs that are there, as found at most `maxAgeMs` ago: looked for anew where it is not given. */
export type ProgramFinder = (maxAgeMs?: number) => Promise<FoundPrograms>;

/** Looks as `findPrograms` does; anew also where they are to be looked for elsewhere by now. */
export function programFinder(search: () => ProgramSearch, clock: Clock): ProgramFinder {
  let latest: { search: ProgramSearch; at: number; found: Promise<FoundPrograms> } | undefined;
  return async (maxAgeMs = 0) => {
    const [wanted, now] = [search(), clock.monotonic()];
    if (latest?.search !== wanted || now - latest.at >= maxAgeMs)
      latest = { search: wanted, at: now, found: findPrograms(wanted) };
    return latest.found;
  };
}
