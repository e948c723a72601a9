import * as vscode from 'vscode';
import type { KnownWallet } from '../../credits/wallet.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { commands } from '../../manifest.ts';
import type { Disposable } from '../../util/disposable.ts';
import type { MonthSavings } from './savings.ts';
import type { Connections } from '../network/connections.ts';
import { currentSettings } from '../settings.ts';
import { walletText } from '../text/credits.ts';
import { say } from '../text/safeText.ts';
import { pick } from '../ui/picks.ts';
import { statusBarContent, menuSteps } from './statusBarContent.ts';
import { StatusBarItem } from '../ui/statusBarItem.ts';

/**
 * Shows active jobs in the status bar. If there is a key for the network, also shows the plan and credits. Hidden if
 * there is nothing to show.
 */
export class StatusBar implements Disposable {
  readonly #item = new StatusBarItem(say('File Utility Network'), commands.showMenu);
  readonly #jobs: Jobs;
  readonly #wallet: KnownWallet;
  readonly #savings: MonthSavings;
  readonly #reading: Disposable;
  #hasKey = false;

  constructor(jobs: Jobs, wallet: KnownWallet, savings: MonthSavings) {
    this.#jobs = jobs;
    this.#wallet = wallet;
    this.#savings = savings;
    this.#reading = savings.onDidChange(() => this.update());
  }

  setHasKey(hasKey: boolean): void {
    this.#hasKey = hasKey;
    this.update();
  }

  update(): void {
    const content = statusBarContent(
      this.#jobs.count('active'),
      this.#hasKey ? this.#wallet : undefined,
      this.#savings.get(),
    );
    if (content === undefined) this.#item.hide();
    else this.#item.show(content);
  }

  dispose(): void {
    this.#reading.dispose();
    this.#item.dispose();
  }
}

/** Shows the menu of the status bar item: the available actions, with the plan and credits in the title. */
export function showMenu(connections: Connections, wallet: KnownWallet) {
  return async (): Promise<void> => {
    const hasKey = (await connections.networkKey()) !== undefined;
    const title = hasKey ? walletText(wallet) : say('Converting on this computer');
    const picked = await pick({ title, entries: menuSteps(hasKey, currentSettings.authUrl() !== undefined) });
    if (picked !== undefined) await vscode.commands.executeCommand(...picked.value);
  };
}
