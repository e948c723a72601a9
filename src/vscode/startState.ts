import * as vscode from 'vscode';
import type { KnownWallet } from '../credits/wallet.ts';
import { settings } from '../manifest.ts';
import type { ApiKeys } from './network/apiKeys.ts';
import type { Connections } from './network/connections.ts';
import type { StartState } from './jobsView/startRows.ts';
import { affects, currentSettings } from './settings.ts';
import type { JobsTree } from './jobsView/jobsTree.ts';

interface StartFollowers {
  readonly keys: ApiKeys;
  readonly connections: Connections;
  readonly wallet: KnownWallet;
  readonly tree: JobsTree;
}

/** Updates what the empty list shows when trust, settings, the key, or the network's availability change. */
export function followStartState({ keys, connections, wallet, tree }: StartFollowers): vscode.Disposable {
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
