import type { KeyValueStore } from '../util/keyValueStore.ts';
import { LastOptions } from './lastOptions.ts';
import { RecentTargets } from './recentTargets.ts';

/** What a person chose before, to be offered again. */
export interface RememberedChoices {
  readonly recentTargets: RecentTargets;
  readonly lastOptions: LastOptions;
}

export function rememberedChoices(store: KeyValueStore): RememberedChoices {
  return { recentTargets: new RecentTargets(store), lastOptions: new LastOptions(store) };
}
