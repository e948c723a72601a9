import * as vscode from 'vscode';
import type { JobRequest } from '../../jobs/job.ts';
import { countText } from '../text/amounts.ts';

/** A batch above this many files is confirmed first. */
const askAbove = 50;

/** Asks before a large batch starts, naming the count and the least it costs. Credits are per file, before pages. */
export async function confirmBatch(
  requests: readonly JobRequest[],
  creditsPerFile: number,
): Promise<boolean> {
  if (requests.length <= askAbove) return true;
  const start = vscode.l10n.t('Start');
  const detail = costDetail(requests, creditsPerFile);
  const question = questionOf(requests[0]?.targetFormat, countText(requests.length));
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, start)) === start;
}

function questionOf(targetFormat: string | undefined, count: string): string {
  return targetFormat === undefined
    ? vscode.l10n.t('Compress {0} files?', count)
    : vscode.l10n.t('Convert {0} files to {1}?', count, targetFormat.toUpperCase());
}

function costDetail(requests: readonly JobRequest[], creditsPerFile: number): string {
  const paid = requests.filter((request) => request.service === 'network').length;
  const credits = countText(paid * creditsPerFile);
  if (paid === 0) return vscode.l10n.t('On this computer, at no cost.');
  if (paid === requests.length) return vscode.l10n.t('At the network, for at least {0} credits.', credits);
  return vscode.l10n.t(
    '{0} of them at the network, for at least {1} credits, the others on this computer.',
    countText(paid),
    credits,
  );
}
