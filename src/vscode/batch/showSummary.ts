import * as vscode from 'vscode';
import { programs } from '../../engines/programs/programs.ts';
import { commands, views } from '../../manifest.ts';
import type { BatchSummary, NextStep } from './batchSummary.ts';
import { programName } from '../text/programs.ts';
import { say } from '../text/words.ts';
import { type Action, commandAction, openPageAction, showInformation, showWarning } from '../ui/messages.ts';

/** What can be done after a batch, with its jobs by their ids. */
export interface BatchWork {
  readonly retry: (ids: readonly string[]) => Promise<void>;
  readonly moveHere: (ids: readonly string[]) => Promise<void>;
  /** One of all files, by their URIs. */
  readonly makeZip: (sources: readonly string[]) => Promise<void>;
}

/** Shows one message at the end of a batch, with the next steps as buttons. */
export async function showSummary(
  { isWarning, message, steps }: BatchSummary,
  work: BatchWork,
): Promise<void> {
  const show = isWarning ? showWarning : showInformation;
  await show(message, ...steps.map((step) => actionOf(step, work)));
}

function actionOf(step: NextStep, { retry, moveHere, makeZip }: BatchWork): Action {
  switch (step.kind) {
    case 'showJobs':
      return commandAction(say('Show Jobs'), `${views.jobs}.focus`);
    case 'showFailed':
      return commandAction(say('Show Failed'), commands.showFailedJobs, { jobs: step.ids });
    case 'resume':
      return commandAction(say('Go On'), commands.resumeJobs);
    case 'openAccount':
      return commandAction(say('Open Account Page'), commands.openAccount);
    case 'moveHere':
      return {
        title: step.isRest ? say('Run Rest Locally') : say('Use This Computer'),
        run: () => moveHere(step.ids),
      };
    case 'makeZip':
      return { title: say('Make a ZIP'), run: () => makeZip(step.sources) };
    case 'getProgram':
      return openPageAction(say('Get {0}', programName(step.program)), programs[step.program].address);
    case 'open':
      return commandAction(say('Open'), 'vscode.open', vscode.Uri.parse(step.output));
    case 'undo':
      return commandAction(say('Undo'), commands.undoLastBatch, { batch: step.batch });
    case 'followUp':
      return { title: step.title, run: step.run };
    case 'enterPassword':
      return { title: say('Enter Password…'), run: () => retry(step.ids) };
    case 'retry':
      return { title: say('Retry'), run: () => retry(step.ids) };
  }
}
