import { hasRecords } from '../jobs/journal/journalFolder.ts';
import type { Disposable } from '../util/disposable.ts';
import type { KeyValueStore } from '../util/keyValueStore.ts';
import type { ApiKeys } from './network/apiKeys.ts';
import { areRulesOn } from './rules/rulesAreOn.ts';

/**
 * Starts the session without anybody's asking where there is work for it: jobs that any window has left, a key, of which
 * the status bar tells, or rules that a person has turned on. What starts it a second time is harmless.
 */
export function whenAnythingIsToDo(
  storageFolder: string,
  keys: ApiKeys,
  ofWorkspace: KeyValueStore,
  start: () => Promise<unknown>,
): Disposable {
  // Whoever uses what can't start is told then.
  const startQuietly = (): void => void start().catch(() => {});
  if (areRulesOn(ofWorkspace)) startQuietly();
  else void isAnythingToDo(storageFolder, keys).then((isSo) => isSo && startQuietly(), startQuietly);
  return keys.onDidChange(startQuietly);
}

async function isAnythingToDo(storageFolder: string, keys: ApiKeys): Promise<boolean> {
  return (await hasRecords(storageFolder)) || (await keys.any());
}
