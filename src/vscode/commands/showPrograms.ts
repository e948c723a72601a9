import * as vscode from 'vscode';
import type { LocalService } from '../../localService/launch.ts';
import type { ReportDocument } from '../reportDocument.ts';
import { programsReport } from '../text/programsReport.ts';

/**
 * Show Programs: says of each program of the person's where it was found, which version it is, what confines it, and what
 * to check.
 * @throws LocalServiceError
 */
export function showPrograms(local: LocalService, report: ReportDocument) {
  return async (): Promise<void> => {
    const options = {
      location: vscode.ProgressLocation.Window,
      title: vscode.l10n.t('Looking at the programs of this computer'),
    };
    const programs = await vscode.window.withProgress(options, async () => local.describePrograms());
    await report.show('programs', programsReport(programs));
  };
}
