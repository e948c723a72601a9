import * as vscode from 'vscode';
import type { KnownWallet } from '../../credits/wallet.ts';
import { commands } from '../../manifest.ts';
import type { Connections } from './connections.ts';
import { connectionLines, nextSteps } from './connectionCheck.ts';
import { tryNetwork } from './networkTrial.ts';
import { currentSettings } from '../settings.ts';
import { untrusted, say } from '../text/safeText.ts';
import { commandAction, showInformation } from '../ui/messages.ts';
import { pick } from '../ui/picks.ts';
import { withProgress } from '../ui/progress.ts';
import { askForSetUp } from './setApiKey.ts';

/** Implements **Check Connection**: requests the entitlements, which is free, and lists the results. */
export function checkConnection(connections: Connections, wallet: KnownWallet) {
  return async (): Promise<void> => {
    const baseUrl = currentSettings.baseUrl();
    if (baseUrl === undefined) return askForSetUp(say('No address is set for the network.'));
    const key = (await connections.networkKey())?.key;
    if (key === undefined) return askForKey(baseUrl);
    for (;;) {
      const title = say('Checking {0}', untrusted(baseUrl.host));
      const trial = await withProgress({ place: 'statusBar', title }, () =>
        tryNetwork(connections, baseUrl, key),
      );
      // Other parts of the user interface may show older values than these results.
      wallet.refreshSoon();
      const picked = await pick(
        {
          title: say('Connection to {0}', untrusted(baseUrl.host)),
          entries: [...connectionLines(trial), ...nextSteps(trial)],
        },
        { persistent: true },
      );
      switch (picked?.value) {
        case 'again':
          continue;
        case 'key':
          await vscode.commands.executeCommand(commands.setApiKey);
          return;
        case 'setUp':
          await vscode.commands.executeCommand(commands.setUpNetwork);
          return;
        case 'nothing':
        case undefined:
          return;
      }
    }
  };
}

async function askForKey({ host }: URL): Promise<void> {
  await showInformation(
    say('No API key is stored for {0}. Set it to check the connection.', untrusted(host)),
    commandAction(say('Set API Key'), commands.setApiKey),
  );
}
