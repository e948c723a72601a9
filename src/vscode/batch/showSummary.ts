import * as vscode from 'vscode';
import { commands, views } from '../../manifest.ts';
import type { BatchSummary, NextStep } from '../model/batchSummary.ts';
import { say } from '../text/words.ts';
import { type Action, commandAction, showInformation, showWarning } from '../window/messages.ts';

/** What can be done with jobs of a batch, by their ids. */
export interface BatchWork {
  readonly retry: (ids: readonly string[]) => Promise<void>;
  readonly moveHere: (ids: readonly string[]) => Promise<void>;
}

/** Shows one message at the end of a batch, with the next steps as buttons. */
export async function showSummary(
  { isWarning, message, steps }: BatchSummary,
  work: BatchWork,
): Promise<void> {
  const show = isWarning ? showWarning : showInformation;
  await show(message, ...steps.map((step) => actionOf(step, work)));
}

function actionOf(step: NextStep, { retry, moveHere }: BatchWork): Action {
  switch (step.kind) {
    case 'showJobs':
      return commandAction(say('Show jobs'), `${views.jobs}.focus`);
    case 'showFailed':
      return commandAction(say('Show failed'), commands.showFailedJobs, { jobs: step.ids });
    case 'resume':
      return commandAction(say('Go on'), commands.resumeJobs);
    case 'openAccount':
      return commandAction(say('Open Account Page'), commands.openAccount);
    case 'moveHere':
      return { title: say('Rest on This Computer'), run: () => moveHere(step.ids) };
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
