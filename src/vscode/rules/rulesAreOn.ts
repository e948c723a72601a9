import type { KeyValueStore } from '../../util/keyValueStore.ts';

/** What a workspace's store calls it. */
export const rulesAreOnKey = 'rulesAreOn';

/** Whether a person has turned the rules of a workspace on. */
export function areRulesOn(store: KeyValueStore): boolean {
  return store.get(rulesAreOnKey) === true;
}
