import { LastOptions } from '../formats/lastOptions.ts';
import { RecentTargets } from '../formats/recentTargets.ts';
import type { KeyValueStore } from '../util/keyValueStore.ts';
import { LastWork } from './model/lastWork.ts';
import { ReferenceHistory } from './references/referenceHistory.ts';

/** What a person chose before, to be offered again, and what was changed in texts, to be changed back. */
export interface RememberedChoices {
  readonly recentTargets: RecentTargets;
  readonly lastOptions: LastOptions;
  readonly lastWork: LastWork;
  readonly references: ReferenceHistory;
}

/** The choices are a person's wherever they work; texts belong to their workspace. */
export function rememberedChoices(store: KeyValueStore, ofWorkspace: KeyValueStore): RememberedChoices {
  return {
    recentTargets: new RecentTargets(store),
    lastOptions: new LastOptions(store),
    lastWork: new LastWork(store),
    references: new ReferenceHistory(ofWorkspace),
  };
}
