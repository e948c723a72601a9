import * as vscode from 'vscode';
import { commands, views } from '../../manifest.ts';
import type { BatchSummary, NextStep } from '../model/batchSummary.ts';
import { say } from '../text/words.ts';
import { type Action, commandAction, showInformation, showWarning } from '../window/messages.ts';

/** Shows one message at the end of a batch, with the next steps as buttons; `retry` tries jobs again by their ids. */
export async function showSummary(
  { isWarning, message, steps }: BatchSummary,
  retry: (ids: readonly string[]) => Promise<void>,
): Promise<void> {
  const show = isWarning ? showWarning : showInformation;
  await show(message, ...steps.map((step) => actionOf(step, retry)));
}

function actionOf(step: NextStep, retry: (ids: readonly string[]) => Promise<void>): Action {
  switch (step.kind) {
    case 'showJobs':
      return commandAction(say('Show jobs'), `${views.jobs}.focus`);
    case 'showFailed':
      return commandAction(say('Show failed'), commands.showFailedJobs, { jobs: step.ids });
    case 'resume':
      return commandAction(say('Go on'), commands.resumeJobs);
    case 'open':
      return commandAction(say('Open'), 'vscode.open', vscode.Uri.parse(step.output));
    case 'undo':
      return commandAction(say('Undo'), commands.undoLastBatch, { batch: step.batch });
    case 'enterPassword':
      return { title: say('Enter password…'), run: () => retry(step.ids) };
    case 'retry':
      return { title: say('Try again'), run: () => retry(step.ids) };
  }
}
