import * as vscode from 'vscode';
import type { Wallet } from '../credits/wallet.ts';
import { phaseOf } from '../jobs/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { commands, statusBarItems } from '../manifest.ts';
import type { Disposable } from '../util/disposable.ts';
import { countText } from './text/amounts.ts';
import { balanceText } from './text/credits.ts';

/** Active jobs and, with a key for the network, plan and credits at a glance; hidden when there is nothing to say. */
export class StatusBar implements Disposable {
  readonly #item: vscode.StatusBarItem;
  readonly #jobs: Jobs;
  readonly #wallet: Wallet;
  #hasKey = false;

  constructor(jobs: Jobs, wallet: Wallet) {
    this.#jobs = jobs;
    this.#wallet = wallet;
    this.#item = vscode.window.createStatusBarItem(statusBarItems.main, vscode.StatusBarAlignment.Right, 100);
    this.#item.name = vscode.l10n.t('File Utility Network');
    this.#item.command = commands.showMenu;
  }

  setHasKey(hasKey: boolean): void {
    this.#hasKey = hasKey;
    this.update();
  }

  update(): void {
    const active = this.#jobs.all().filter((job) => phaseOf(job.state) === 'active').length;
    if (active === 0 && !this.#hasKey) {
      this.#item.hide();
      return;
    }
    const jobsText =
      active === 1 ? vscode.l10n.t('1 active job') : vscode.l10n.t('{0} active jobs', countText(active));
    const creditsText = this.#creditsText();
    const icon = active > 0 ? '$(sync~spin)' : '$(arrow-swap)';
    const parts = [active > 0 ? countText(active) : undefined, creditsText].filter(
      (part) => part !== undefined,
    );
    this.#item.text = `${icon} ${parts.join(' · ')}`;
    this.#item.tooltip = [jobsText, creditsText, this.#hasKey ? this.#explanation() : undefined]
      .filter((line) => line !== undefined)
      .join('\n');
    this.#item.accessibilityInformation = {
      label: [vscode.l10n.t('Convert & Compress'), jobsText, creditsText].filter((part) => part).join(', '),
      role: 'button',
    };
    this.#item.show();
  }

  dispose(): void {
    this.#item.dispose();
  }

  #creditsText(): string | undefined {
    if (!this.#hasKey) return undefined;
    const plan = this.#wallet.entitlements?.planName ?? this.#wallet.entitlements?.planId ?? '';
    return `${plan} ${balanceText(this.#wallet.balance())}`.trim();
  }

  #explanation(): string {
    switch (this.#wallet.balance().kind) {
      case 'exact':
        return vscode.l10n.t('As the network says.');
      case 'estimated':
        return vscode.l10n.t(
          'Your plan’s credits less what was spent from here; the network does not say what is left.',
        );
      case 'unknown':
        return vscode.l10n.t('The network has not said yet how many credits there are.');
    }
  }
}
