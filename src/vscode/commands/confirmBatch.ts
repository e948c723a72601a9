import * as vscode from 'vscode';
import type { JobPlan } from './jobPlan.ts';
import { countText } from '../text/amounts.ts';

/** A batch above this many files is confirmed first. */
const askAbove = 50;

/** Asks before a large batch starts, naming the count and the least it costs. Credits are per file, before pages. */
export async function confirmBatch({ requests }: JobPlan, creditsPerFile: number): Promise<boolean> {
  if (requests.length <= askAbove) return true;
  const paid = requests.filter((request) => request.service === 'network').length;
  const start = vscode.l10n.t('Start');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Work on {0} files?', countText(requests.length)),
    {
      modal: true,
      detail:
        paid === 0
          ? vscode.l10n.t('All of them on this computer, at no cost.')
          : vscode.l10n.t(
              '{0} of them at the network, for at least {1} credits.',
              countText(paid),
              countText(paid * creditsPerFile),
            ),
    },
    start,
  );
  return answer === start;
}
