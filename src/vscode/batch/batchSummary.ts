import * as vscode from 'vscode';
import type { RefusedFile } from '../../formats/possibilities.ts';
import type { Job } from '../../jobs/job.ts';
import { commands, views } from '../../manifest.ts';
import { countText, percentText } from '../text/amounts.ts';
import { fileName } from '../text/files.ts';
import { reasonText } from '../text/jobs.ts';
import { problemText } from '../text/problems.ts';
import { joined, say, type Words } from '../text/words.ts';
import { type Action, commandAction, showInformation, showWarning } from '../window/messages.ts';

/** One message at the end of a batch: what was saved, what was not and why, and the next step. */
export async function showSummary(jobs: readonly Job[], refused: readonly RefusedFile[]): Promise<void> {
  const saved = jobs.filter((job) => job.state.name === 'done');
  const canceled = jobs.filter((job) => job.state.name === 'canceled');
  const troubled = jobs.filter((job) => job.state.name !== 'done' && job.state.name !== 'canceled');
  const reason = troubled.map(reasonText).find((text) => text !== undefined) ?? refusalText(refused);
  if (troubled.length + refused.length > 0) {
    const total = jobs.length + refused.length;
    const count = say('{0} of {1} files done.', countText(saved.length), countText(total));
    await showWarning(
      total === 1 ? (reason ?? count) : joined([count, reason], ' '),
      ...(troubled.some((job) => job.state.name === 'needsCredits') ? [resumeAction()] : []),
      showJobs(),
    );
  } else if (saved.length > 0) {
    const output = outputOf(saved);
    await showInformation(
      savedText(saved),
      ...(output === undefined ? [] : [openAction(output)]),
      ...(saved.some((job) => outputOf([job]) !== undefined) ? [undoAction(saved[0]?.batch)] : []),
    );
  } else if (canceled.some((job) => job.state.name === 'canceled' && job.state.spent)) {
    await showWarning(say('Canceled. Credits of files that the network had accepted are spent.'), showJobs());
  }
}

function showJobs(): Action {
  return commandAction(say('Show jobs'), `${views.jobs}.focus`);
}

function openAction(output: vscode.Uri): Action {
  return commandAction(say('Open'), 'vscode.open', output);
}

function resumeAction(): Action {
  return commandAction(say('Go on'), commands.resumeJobs);
}

function undoAction(batch: string | undefined): Action {
  return commandAction(say('Undo'), commands.undoLastBatch, batch);
}

function outputOf(jobs: readonly Job[]): vscode.Uri | undefined {
  const [job, ...others] = jobs;
  if (others.length > 0 || job?.state.name !== 'done' || job.state.output === undefined) return undefined;
  return vscode.Uri.parse(job.state.output);
}

function savedText(saved: readonly Job[]): Words {
  const outputs = saved.flatMap(({ state }) => (state.name === 'done' && state.output ? [state.output] : []));
  if (outputs.length === 0) return say('Nothing to save: already as small as it gets.');
  if (saved.some((job) => job.tool === 'compress')) return compressedText(saved, outputs);
  const [output, ...others] = outputs;
  return output === undefined || others.length > 0
    ? say('Converted {0} files.', countText(outputs.length))
    : say('Saved {0}.', fileName(output));
}

function compressedText(saved: readonly Job[], outputs: readonly string[]): Words {
  const sizes = saved.flatMap((job) =>
    job.state.name === 'done' && job.state.outputBytes !== undefined && job.sourceBytes
      ? [{ before: job.sourceBytes, after: job.state.outputBytes }]
      : [],
  );
  const before = sizes.reduce((sum, size) => sum + size.before, 0);
  const after = sizes.reduce((sum, size) => sum + size.after, 0);
  const share = percentText(1 - after / before);
  return outputs.length === 1
    ? say('Saved {0}, {1} smaller.', fileName(outputs[0] ?? ''), share)
    : say('Compressed {0} files, {1} smaller in all.', countText(outputs.length), share);
}

function refusalText([refused]: readonly RefusedFile[]): Words | undefined {
  return refused && problemText(refused.problem);
}
