import { hasRecords } from '../jobs/journal/journalFolder.ts';
import type { Disposable } from '../util/disposable.ts';
import type { KeyValueStore } from '../util/keyValueStore.ts';
import type { ApiKeys } from './network/apiKeys.ts';
import { areRulesOn } from './rules/rulesAreOn.ts';

/**
 * Starts the session without a user action if there is work for it: jobs that any window has left, an API key, whose
 * credits the status bar shows, or conversion rules that are turned on. Starting it again does no harm.
 */
export function whenWorkIsPending(
  storageFolder: string,
  keys: ApiKeys,
  ofWorkspace: KeyValueStore,
  start: () => Promise<unknown>,
): Disposable {
  // The error is ignored here. Users see it when they use something that needs the session.
  const startQuietly = (): void => void start().catch(() => {});
  if (areRulesOn(ofWorkspace)) startQuietly();
  else void isAnythingToDo(storageFolder, keys).then((isSo) => isSo && startQuietly(), startQuietly);
  return keys.onDidChange(startQuietly);
}

async function isAnythingToDo(storageFolder: string, keys: ApiKeys): Promise<boolean> {
  return (await hasRecords(storageFolder)) || (await keys.any());
}
