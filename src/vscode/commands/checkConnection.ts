import * as vscode from 'vscode';
import type { RuleResult } from '../../conformance/index.ts';
import { commands } from '../../manifest.ts';
import { isAbortError } from '../../util/abort.ts';
import { type Connections, NotConfiguredError } from '../connections.ts';
import { proxySettings } from '../proxySettings.ts';
import { currentSettings } from '../settings.ts';
import type { ReportDocument } from '../reportDocument.ts';
import { connectionReport } from '../text/connectionReport.ts';

/**
 * Check Connection: judges the network by the API document, with requests that can't be charged, and shows what was seen.
 * @throws NotConfiguredError while no address is set
 */
export function checkConnection(connections: Connections, report: ReportDocument) {
  return async (): Promise<void> => {
    const baseUrl = currentSettings.baseUrl();
    if (baseUrl === undefined) throw new NotConfiguredError('No address is set for the network.');
    const key = await connections.networkKey();
    if (key === undefined) return askForKey(baseUrl);
    const results = await judge(baseUrl, key);
    if (results !== undefined) await report.show('connection', connectionReport(baseUrl, results));
  };
}

/** The results of every rule, or `undefined` when the person cancelled. */
async function judge(baseUrl: URL, key: string): Promise<RuleResult[] | undefined> {
  const { fixedServer, runConformance } = await import('../../conformance/index.ts');
  const options = {
    location: vscode.ProgressLocation.Notification,
    cancellable: true,
    title: vscode.l10n.t('Checking {0}', baseUrl.host),
  };
  return vscode.window.withProgress(options, async (progress, cancellation) => {
    const controller = new AbortController();
    const listener = cancellation.onCancellationRequested(() => controller.abort());
    const results: RuleResult[] = [];
    try {
      for await (const result of runConformance({
        servers: fixedServer(baseUrl, key),
        readOnly: true,
        proxy: proxySettings(),
        signal: controller.signal,
      })) {
        results.push(result);
        progress.report({ message: result.rule.id });
      }
      return results;
    } catch (error) {
      if (isAbortError(error)) return undefined;
      throw error;
    } finally {
      listener.dispose();
    }
  });
}

async function askForKey({ host }: URL): Promise<void> {
  const setKey = vscode.l10n.t('Set API Key');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('No API key is stored for {0}. Set it to check the connection.', host),
    setKey,
  );
  if (answer === setKey) await vscode.commands.executeCommand(commands.setApiKey);
}
