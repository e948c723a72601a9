import * as vscode from 'vscode';
import type { Wallet } from '../../credits/wallet.ts';
import { commands, settingsSection, views } from '../../manifest.ts';
import type { Connections } from '../connections.ts';
import type { Choice } from '../model/choice.ts';
import { planText } from '../text/credits.ts';
import { say } from '../text/words.ts';
import { pick } from '../window/picks.ts';

/** A command, and what it is given. */
type Step = readonly [command: string, argument?: string];

/** What the status bar item opens: the actions that fit, with plan and credits in the title. */
export function showMenu(connections: Connections, wallet: Wallet) {
  return async (): Promise<void> => {
    const hasKey = (await connections.networkKey()) !== undefined;
    const title = hasKey ? say('Network: {0}', planText(wallet)) : say('Working on this computer');
    const picked = await pick(steps(hasKey), { title });
    if (picked !== undefined) await vscode.commands.executeCommand(...picked.value);
  };
}

function steps(hasKey: boolean): Choice<Step>[] {
  return [
    { icon: 'arrow-swap', label: say('Convert files…'), value: [commands.convert] },
    { icon: 'fold', label: say('Compress files…'), value: [commands.compress] },
    { icon: 'list-unordered', label: say('Show jobs'), value: [`${views.jobs}.focus`] },
    { icon: 'key', label: say('Set API key…'), value: [commands.setApiKey] },
    ...(hasKey ? stepsWithKey() : []),
    { icon: 'gear', label: say('Open settings'), value: ['workbench.action.openSettings', settingsSection] },
  ];
}

function stepsWithKey(): Choice<Step>[] {
  return [
    { icon: 'refresh', label: say('Refresh credits'), value: [commands.refreshCredits] },
    { icon: 'link-external', label: say('Open account page'), value: [commands.openAccount] },
  ];
}
