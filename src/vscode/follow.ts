import * as vscode from 'vscode';
import { noteCharges, trackCredits } from '../credits/tracking.ts';
import type { KnownWallet } from '../credits/wallet.ts';
import type { CatalogCache } from '../planning/catalog.ts';
import type { Job } from '../jobs/core/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { contextKeys as keysOfContext } from '../manifest.ts';
import type { KeyValueStore } from '../util/keyValueStore.ts';
import type { ApiKeys } from './network/apiKeys.ts';
import type { Connections } from './network/connections.ts';
import type { ContextKeys } from './ui/contextKeys.ts';
import { followForgottenJobs, followParkedJobs } from './jobsView/parkedJobs.ts';
import { followMilestones } from './help/followMilestones.ts';
import { followStartState } from './startState.ts';
import type { StatusBar } from './jobsView/statusBar.ts';
import { say, wholePath } from './text/safeText.ts';
import type { JobsTree } from './jobsView/jobsTree.ts';
import { showWarning } from './ui/messages.ts';

/** Service errors that mean that the stored catalog is outdated. */
const catalogCodes = new Set(['conversions.unsupported_pair', 'compressions.unsupported_format']);

interface JobFollowers {
  readonly jobs: Jobs;
  readonly catalogs: CatalogCache;
  readonly statusBar: StatusBar;
  readonly contextKeys: ContextKeys;
  readonly store: KeyValueStore;
}

/** Updates the status bar, the context keys, and the catalogs when jobs change. Reports lost jobs and journals. */
export function followJobs({
  jobs,
  catalogs,
  statusBar,
  contextKeys,
  store,
}: JobFollowers): vscode.Disposable {
  const update = (changed: readonly Job[]): void => {
    contextKeys.set(keysOfContext.hasActiveJobs, jobs.count('active') > 0);
    contextKeys.set(keysOfContext.hasParkedJobs, jobs.count('parked') > 0);
    contextKeys.set(keysOfContext.hasEndedJobs, jobs.count('ended') > 0);
    contextKeys.set(keysOfContext.canUndo, jobs.canUndo());
    statusBar.update();
    for (const { service, state } of changed) {
      if (state.name === 'failed' && catalogCodes.has(state.problem.code)) void catalogs.invalidate(service);
    }
  };
  const focus = vscode.window.onDidChangeWindowState(({ focused }) => {
    if (!focused) return;
    jobs.resume(['offline']);
    jobs.wake();
  });
  return vscode.Disposable.from(
    jobs.onDidChange(({ jobs: changed }) => update(changed)),
    jobs.onDidSetAside(warnOfJournal),
    followForgottenJobs(jobs),
    followMilestones(jobs, store, contextKeys),
    focus,
  );
}

/** Warns that a list of jobs couldn't be read, and says where it is now. */
function warnOfJournal(path: string): void {
  void showWarning(
    say('A job list couldn’t be read completely. It was set aside, not deleted: {0}', wholePath(path)),
  );
}

interface KeyFollowers {
  readonly jobs: Jobs;
  readonly keys: ApiKeys;
  readonly connections: Connections;
  readonly wallet: KnownWallet;
  readonly statusBar: StatusBar;
  readonly contextKeys: ContextKeys;
  readonly tree: JobsTree;
}

/** Updates the status bar, the wallet, and parked jobs when the key changes in this or another window. */
export function followKey(followers: KeyFollowers): vscode.Disposable {
  const { jobs, keys, connections, wallet, statusBar, contextKeys } = followers;
  const update = async (): Promise<void> => {
    const key = await connections.networkKey();
    const hasKey = key !== undefined;
    if (wallet.use(key?.id)) noteCharges(jobs.all(), wallet);
    contextKeys.set(keysOfContext.hasKey, hasKey);
    statusBar.setHasKey(hasKey);
    wallet.refreshSoon();
    if (hasKey) jobs.resume(['needsKey']);
  };
  void update();
  return vscode.Disposable.from(
    keys.onDidChange(() => void update()),
    connections.onDidChangeNetwork(() => void update()),
    wallet.onDidChange(() => statusBar.update()),
    trackCredits(jobs, wallet),
    followParkedJobs(jobs, wallet),
    followStartState(followers),
  );
}
