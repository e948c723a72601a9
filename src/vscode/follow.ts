import * as vscode from 'vscode';
import { type Balance, type KnownWallet, noteCharges, trackCredits } from '../credits/wallet.ts';
import type { CatalogCache } from '../planning/catalog.ts';
import type { Job, JobStateName } from '../jobs/core/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { contextKeys as keysOfContext, settings, commands } from '../manifest.ts';
import type { KeyValueStore } from '../util/keyValueStore.ts';
import type { ApiKeys } from './network/apiKeys.ts';
import type { Connections } from './network/connections.ts';
import type { ContextKeys } from './ui/environment.ts';
import { followMilestones } from './help/milestones.ts';
import type { StatusBar } from './jobsView/statusBar.ts';
import { say, wholePath } from './text/safeText.ts';
import type { JobsTree } from './jobsView/jobsTree.ts';
import { showWarning, commandAction } from './ui/messages.ts';
import type { StartState } from './jobsView/startRows.ts';
import { affects, currentSettings } from './settings.ts';
import { problemText } from './text/problems.ts';

/** Service errors that mean that the stored catalog is outdated. */
const catalogCodes = new Set(['conversions.unsupported_pair', 'compressions.unsupported_format']);

interface JobFollowers {
  readonly jobs: Jobs;
  readonly catalogs: CatalogCache;
  readonly statusBar: StatusBar;
  readonly contextKeys: ContextKeys;
  readonly store: KeyValueStore;
}

/** Updates the status bar, the context keys, and the catalogs when jobs change. Reports lost journals. */
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

interface StartFollowers {
  readonly keys: ApiKeys;
  readonly connections: Connections;
  readonly wallet: KnownWallet;
  readonly tree: JobsTree;
}

/** Updates what the empty list shows when trust, settings, the key, or the network's availability change. */
function followStartState({ keys, connections, wallet, tree }: StartFollowers): vscode.Disposable {
  const update = async (): Promise<void> => tree.setStartState(await startState(connections, wallet));
  void update();
  return vscode.Disposable.from(
    vscode.workspace.onDidGrantWorkspaceTrust(() => void update()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (affects(event, settings.runOn)) void update();
    }),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused && wallet.isUnanswered) wallet.refreshSoon();
    }),
    keys.onDidChange(() => void update()),
    connections.onDidChangeNetwork(() => void update()),
    wallet.onDidChange(() => void update()),
  );
}

async function startState(connections: Connections, wallet: KnownWallet): Promise<StartState> {
  if (!vscode.workspace.isTrusted) return { kind: 'untrusted' };
  const host = currentSettings.baseUrl()?.host;
  if (host === undefined || currentSettings.forbidsUploads()) return { kind: 'free' };
  const isOnlyPlace = currentSettings.runOn() === 'networkOnly';
  if ((await connections.networkKey()) === undefined) return { kind: 'noKey', host, isOnlyPlace };
  return wallet.isUnanswered ? { kind: 'away', host, isOnlyPlace } : { kind: 'free' };
}

/**
 * Asks once for what parked jobs need: a key if the network requires one, or a click when credits are available again.
 */
function followParkedJobs(jobs: Jobs, wallet: KnownWallet): vscode.Disposable {
  let askedForKey = false;
  let credits = creditsOf(wallet.balance());
  const inState = (name: JobStateName): readonly Job[] => jobs.all().filter((job) => job.state.name === name);

  const onJobs = (): void => {
    const [waiting] = inState('needsKey');
    if (waiting?.state.name === 'needsKey' && !askedForKey) {
      const { problem } = waiting.state;
      const hasOtherKey = problem.code === 'api_key.changed';
      void showWarning(
        problemText(problem),
        hasOtherKey
          ? commandAction(say('Resume'), commands.resumeJobs)
          : commandAction(say('Set API Key'), commands.setApiKey),
      );
    }
    askedForKey = waiting !== undefined;
  };
  const onWallet = (): void => {
    const before = credits;
    credits = creditsOf(wallet.balance());
    const count = inState('needsCredits').length;
    if (count === 0 || before === undefined || credits === undefined || credits <= before) return;
    const message = say('Credits are available again. Files waiting for them: {0}.', count);
    void showWarning(message, commandAction(say('Resume'), commands.resumeJobs));
  };
  return vscode.Disposable.from(jobs.onDidChange(onJobs), wallet.onDidChange(onWallet));
}

function creditsOf(balance: Balance): number | undefined {
  switch (balance.kind) {
    case 'exact':
    case 'estimated':
      return balance.credits;
    case 'unknown':
      return undefined;
    case 'uncharged':
      return Number.POSITIVE_INFINITY;
  }
}
