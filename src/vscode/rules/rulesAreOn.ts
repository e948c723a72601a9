import type { KeyValueStore } from '../../util/keyValueStore.ts';

/**
 * The key under which the workspace's storage contains the user's consent: a hash of the rules that the user was shown,
 * or `true` from an older version.
 */
export const rulesAreOnKey = 'rulesAreOn';

/** True if the user has turned on rules in this workspace, even if they have changed since. */
export function areRulesOn(store: KeyValueStore): boolean {
  const consent = store.get(rulesAreOnKey);
  return consent === true || typeof consent === 'string';
}
