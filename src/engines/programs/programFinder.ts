import type { Clock } from '../../util/clock.ts';
import { findPrograms, type FoundPrograms, type ProgramSearch } from './findPrograms.ts';

/** How long what was found holds for who asks next, such as each file of a batch. */
const holdsMs = 1000;

/** Looks as `findPrograms` does, once in a second at most; at once where they are to be looked for elsewhere by now. */
export function programFinder(search: () => ProgramSearch, clock: Clock): () => Promise<FoundPrograms> {
  let latest: { search: ProgramSearch; at: number; found: Promise<FoundPrograms> } | undefined;
  return async () => {
    const [wanted, now] = [search(), clock.monotonic()];
    if (latest?.search !== wanted || now - latest.at >= holdsMs)
      latest = { search: wanted, at: now, found: findPrograms(wanted) };
    return latest.found;
  };
}
