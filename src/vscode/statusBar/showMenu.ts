import * as vscode from 'vscode';
import type { Wallet } from '../../credits/wallet.ts';
import type { Connections } from '../network/connections.ts';
import { menuSteps } from './menu.ts';
import { currentSettings } from '../settings.ts';
import { walletText } from '../text/credits.ts';
import { say } from '../text/words.ts';
import { pick } from '../ui/picks.ts';

/** What the status bar item opens: the actions that fit, with plan and credits in the title. */
export function showMenu(connections: Connections, wallet: Wallet) {
  return async (): Promise<void> => {
    const hasKey = (await connections.networkKey()) !== undefined;
    const title = hasKey ? walletText(wallet) : say('Working on this computer');
    const picked = await pick({ title, entries: menuSteps(hasKey, currentSettings.authUrl() !== undefined) });
    if (picked !== undefined) await vscode.commands.executeCommand(...picked.value);
  };
}
