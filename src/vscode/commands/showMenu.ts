import * as vscode from 'vscode';
import type { Wallet } from '../../credits/wallet.ts';
import { commands, settingsSection, views } from '../../manifest.ts';
import type { Connections } from '../connections.ts';
import { balanceText } from '../text/credits.ts';

interface MenuItem extends vscode.QuickPickItem {
  readonly command: string;
  readonly argument?: string;
}

/** What the status bar item opens: the actions that fit, with plan and credits in the title. */
export function showMenu(connections: Connections, wallet: Wallet) {
  return async (): Promise<void> => {
    const hasKey = (await connections.networkKey()) !== undefined;
    const plan = wallet.entitlements?.planName ?? '';
    const picked = await vscode.window.showQuickPick(menuItems(hasKey), {
      title: hasKey
        ? `${vscode.l10n.t('Network')}: ${plan} ${balanceText(wallet.balance())}`
        : vscode.l10n.t('Working on this computer'),
    });
    if (picked !== undefined) await vscode.commands.executeCommand(picked.command, picked.argument);
  };
}

function menuItems(hasKey: boolean): MenuItem[] {
  return [
    { label: `$(arrow-swap) ${vscode.l10n.t('Convert files…')}`, command: commands.convert },
    { label: `$(fold) ${vscode.l10n.t('Compress files…')}`, command: commands.compress },
    { label: `$(list-unordered) ${vscode.l10n.t('Show jobs')}`, command: `${views.jobs}.focus` },
    { label: `$(key) ${vscode.l10n.t('Set API key…')}`, command: commands.setApiKey },
    ...(hasKey
      ? [
          { label: `$(refresh) ${vscode.l10n.t('Refresh credits')}`, command: commands.refreshCredits },
          { label: `$(link-external) ${vscode.l10n.t('Open account page')}`, command: commands.openAccount },
        ]
      : []),
    {
      label: `$(gear) ${vscode.l10n.t('Open settings')}`,
      command: 'workbench.action.openSettings',
      argument: settingsSection,
    },
  ];
}
