import type { KeyValueStore } from '../../util/keyValueStore.ts';

/** What a workspace's store calls the consent: a fingerprint of the rules that were shown, or `true` where an older version asked. */
export const rulesAreOnKey = 'rulesAreOn';

/** Whether a person has turned rules of a workspace on, be it those of now or others. */
export function areRulesOn(store: KeyValueStore): boolean {
  const consent = store.get(rulesAreOnKey);
  return consent === true || typeof consent === 'string';
}
