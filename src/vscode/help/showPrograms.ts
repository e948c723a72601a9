import type { LocalService } from '../localService/localService.ts';
import { programsReport } from './programsReport.ts';
import { say } from '../text/safeText.ts';
import { withProgress } from '../ui/progress.ts';
import type { ReportDocument } from '../ui/reportDocument.ts';

/**
 * Implements **Show Programs**: shows each program's location, version, sandbox, and problems.
 * @throws CodedError `localService.unavailable`
 */
export function showPrograms(local: LocalService, report: ReportDocument) {
  return async (): Promise<void> => {
    const title = say('Looking for programs');
    const programs = await withProgress({ place: 'statusBar', title }, async () => local.describePrograms());
    await report.show('programs', programsReport(programs));
  };
}
