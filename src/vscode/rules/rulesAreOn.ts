import type { KeyValueStore } from '../../util/keyValueStore.ts';

/**
 * The key of the consent in the workspace's storage: a fingerprint of the rules that were shown, or `true` from an
 * older version.
 */
export const rulesAreOnKey = 'rulesAreOn';

/** True if the user has turned on rules in this workspace, even if they have changed since. */
export function areRulesOn(store: KeyValueStore): boolean {
  const consent = store.get(rulesAreOnKey);
  return consent === true || typeof consent === 'string';
}
