import * as vscode from 'vscode';
import type { RefusedFile } from '../../formats/possibilities.ts';
import type { Job } from '../../jobs/core/job.ts';
import { commands, views } from '../../manifest.ts';
import { batchSummary, type NextStep } from '../model/batchSummary.ts';
import { say } from '../text/words.ts';
import { type Action, commandAction, showInformation, showWarning } from '../window/messages.ts';

/** Shows one message at the end of a batch, with the next steps as buttons. */
export async function showSummary(jobs: readonly Job[], refused: readonly RefusedFile[]): Promise<void> {
  const summary = batchSummary(jobs, refused);
  if (summary === undefined) return;
  const show = summary.isWarning ? showWarning : showInformation;
  await show(summary.message, ...summary.steps.map(actionOf));
}

function actionOf(step: NextStep): Action {
  switch (step.kind) {
    case 'showJobs':
      return commandAction(say('Show jobs'), `${views.jobs}.focus`);
    case 'resume':
      return commandAction(say('Go on'), commands.resumeJobs);
    case 'open':
      return commandAction(say('Open'), 'vscode.open', vscode.Uri.parse(step.output));
    case 'undo':
      return commandAction(say('Undo'), commands.undoLastBatch, step.batch);
  }
}
