import { LastOptions } from '../planning/lastOptions.ts';
import { RecentTargets } from '../planning/recentTargets.ts';
import type { KeyValueStore } from '../util/keyValueStore.ts';
import { LastWork } from './request/lastWork.ts';

/** What a person chose before, in whichever window, to be offered again. */
export interface RememberedChoices {
  readonly recentTargets: RecentTargets;
  readonly lastOptions: LastOptions;
  readonly lastWork: LastWork;
}

export function rememberedChoices(store: KeyValueStore): RememberedChoices {
  return {
    recentTargets: new RecentTargets(store),
    lastOptions: new LastOptions(store),
    lastWork: new LastWork(store),
  };
}
