import * as vscode from 'vscode';
import type { RuleResult } from '../../conformance/index.ts';
import type { Wallet } from '../../credits/wallet.ts';
import { commands } from '../../manifest.ts';
import { isAbortError } from '../../util/abort.ts';
import type { Connections } from '../connections.ts';
import { connectionLines, nextSteps } from '../model/connectionCheck.ts';
import { tryNetwork } from '../networkTrial.ts';
import { proxySettings } from '../proxySettings.ts';
import { currentSettings } from '../settings.ts';
import { connectionReport } from '../text/connectionReport.ts';
import { foreign, say } from '../text/words.ts';
import { commandAction, showInformation } from '../window/messages.ts';
import { pick } from '../window/picks.ts';
import { withProgress } from '../window/progress.ts';
import type { ReportDocument } from '../window/reportDocument.ts';
import { askForSetUp } from './askForSetUp.ts';

/**
 * Check Connection: looks at the network by one request that can't be charged and lists what was found; every rule of docs/api.md
 * is judged on request.
 */
export function checkConnection(connections: Connections, wallet: Wallet, report: ReportDocument) {
  return async (): Promise<void> => {
    const baseUrl = currentSettings.baseUrl();
    if (baseUrl === undefined) return askForSetUp(say('No address is set for the network.'));
    const key = await connections.networkKey();
    if (key === undefined) return askForKey(baseUrl);
    for (;;) {
      const title = say('Checking {0}', foreign(baseUrl.host));
      const trial = await withProgress({ place: 'statusBar', title }, () =>
        tryNetwork(connections, baseUrl, key),
      );
      // What is shown elsewhere of the network may be older than what was found now.
      wallet.refreshSoon();
      const picked = await pick(
        {
          title: say('Connection to {0}', foreign(baseUrl.host)),
          entries: [...connectionLines(trial), ...nextSteps(trial)],
        },
        { persistent: true },
      );
      switch (picked?.value) {
        case 'again':
          continue;
        case 'rules':
          return judge(baseUrl, key, report);
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

/** Judges every rule that a client can see kept, and shows the result, unless the person cancels. */
async function judge(baseUrl: URL, key: string, document: ReportDocument): Promise<void> {
  const { fixedServer, runConformance } = await import('../../conformance/index.ts');
  const title = say('Checking {0}', foreign(baseUrl.host));
  await withProgress({ place: 'notification', cancellable: true, title }, async (signal, report) => {
    const results: RuleResult[] = [];
    try {
      for await (const result of runConformance({
        servers: fixedServer(baseUrl, key),
        readOnly: true,
        proxy: proxySettings(),
        signal,
      })) {
        results.push(result);
        report(foreign(result.rule.id));
      }
      await document.show('connection', connectionReport(baseUrl, results));
    } catch (error) {
      if (!isAbortError(error)) throw error;
    }
  });
}

async function askForKey({ host }: URL): Promise<void> {
  await showInformation(
    say('No API key is stored for {0}. Set it to check the connection.', foreign(host)),
    commandAction(say('Set API Key'), commands.setApiKey),
  );
}
