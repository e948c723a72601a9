import type { RuleResult } from '../../conformance/index.ts';
import { NotConfiguredError } from '../../contract/errors.ts';
import { commands } from '../../manifest.ts';
import { isAbortError } from '../../util/abort.ts';
import type { Connections } from '../connections.ts';
import { proxySettings } from '../proxySettings.ts';
import { currentSettings } from '../settings.ts';
import { connectionReport } from '../text/connectionReport.ts';
import { foreign, say } from '../text/words.ts';
import { commandAction, showInformation } from '../window/messages.ts';
import { withProgress } from '../window/progress.ts';
import type { ReportDocument } from '../window/reportDocument.ts';

/**
 * Check Connection: judges the network by docs/api.md, with requests that can't be charged, and shows what was seen.
 * @throws NotConfiguredError while no address is set
 */
export function checkConnection(connections: Connections, report: ReportDocument) {
  return async (): Promise<void> => {
    const baseUrl = currentSettings.baseUrl();
    if (baseUrl === undefined) throw new NotConfiguredError();
    const key = await connections.networkKey();
    if (key === undefined) return askForKey(baseUrl);
    const results = await judge(baseUrl, key);
    if (results !== undefined) await report.show('connection', connectionReport(baseUrl, results));
  };
}

/** The results of every rule, or `undefined` when the person canceled. */
async function judge(baseUrl: URL, key: string): Promise<RuleResult[] | undefined> {
  const { fixedServer, runConformance } = await import('../../conformance/index.ts');
  const title = say('Checking {0}', foreign(baseUrl.host));
  return withProgress({ place: 'notification', cancellable: true, title }, async (signal, report) => {
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
      return results;
    } catch (error) {
      if (isAbortError(error)) return undefined;
      throw error;
    }
  });
}

async function askForKey({ host }: URL): Promise<void> {
  await showInformation(
    say('No API key is stored for {0}. Set it to check the connection.', foreign(host)),
    commandAction(say('Set API Key'), commands.setApiKey),
  );
}
