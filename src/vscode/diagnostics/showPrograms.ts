import type { LocalService } from '../../service/host/localService.ts';
import { programsReport } from './programsReport.ts';
import { say } from '../text/words.ts';
import { withProgress } from '../ui/progress.ts';
import type { ReportDocument } from '../ui/reportDocument.ts';

/**
 * Show Programs: says of each program of the person's where it was found, which version it is, what confines it, and what
 * to check.
 * @throws LocalServiceError
 */
export function showPrograms(local: LocalService, report: ReportDocument) {
  return async (): Promise<void> => {
    const title = say('Looking for programs');
    const programs = await withProgress({ place: 'statusBar', title }, async () => local.describePrograms());
    await report.show('programs', programsReport(programs));
  };
}
