import * as vscode from 'vscode';
import type { Job } from '../../jobs/job.ts';
import { commands, views } from '../../manifest.ts';
import type { FileResult } from './fileResult.ts';
import { countText, percentText } from '../text/amounts.ts';
import { reasonText } from '../text/jobs.ts';
import { problemText } from '../text/problems.ts';

/** One message at the end of a batch: what was saved, what was not and why, and the next step. */
export async function showSummary(jobs: readonly Job[], refused: readonly FileResult[]): Promise<void> {
  const saved = jobs.filter((job) => job.state.name === 'done');
  const canceled = jobs.filter((job) => job.state.name === 'canceled');
  const troubled = jobs.filter((job) => job.state.name !== 'done' && job.state.name !== 'canceled');
  const reason = troubled.map(reasonText).find((text) => text !== undefined) ?? refusalText(refused);
  if (troubled.length + refused.length > 0) {
    const total = jobs.length + refused.length;
    const count = vscode.l10n.t('{0} of {1} files done.', countText(saved.length), countText(total));
    await offer(
      vscode.window.showWarningMessage,
      total === 1 ? (reason ?? count) : `${count} ${reason ?? ''}`,
      [...(troubled.some((job) => job.state.name === 'needsCredits') ? [resumeAction()] : []), showJobs()],
    );
  } else if (saved.length > 0) {
    const output = outputOf(saved);
    await offer(vscode.window.showInformationMessage, savedText(saved), [
      ...(output === undefined ? [] : [revealAction(output)]),
      ...(saved.some((job) => outputOf([job]) !== undefined) ? [undoAction(saved[0]?.batch)] : []),
    ]);
  } else if (canceled.some((job) => job.state.name === 'canceled' && job.state.spent)) {
    await offer(
      vscode.window.showWarningMessage,
      vscode.l10n.t('Canceled. Credits of files that the network had accepted are spent.'),
      [showJobs()],
    );
  }
}

interface Action {
  readonly title: string;
  readonly run: () => Thenable<unknown>;
}

type Show = (message: string, ...actions: string[]) => Thenable<string | undefined>;

async function offer(show: Show, message: string, actions: readonly Action[]): Promise<void> {
  const answer = await show(message.trim(), ...actions.map((action) => action.title));
  await actions.find((action) => action.title === answer)?.run();
}

function showJobs(): Action {
  return {
    title: vscode.l10n.t('Show jobs'),
    run: () => vscode.commands.executeCommand(`${views.jobs}.focus`),
  };
}

function revealAction(output: vscode.Uri): Action {
  return {
    title: vscode.l10n.t('Open'),
    run: () => vscode.commands.executeCommand('vscode.open', output),
  };
}

function resumeAction(): Action {
  return { title: vscode.l10n.t('Go on'), run: () => vscode.commands.executeCommand(commands.resumeJobs) };
}

function undoAction(batch: string | undefined): Action {
  return {
    title: vscode.l10n.t('Undo'),
    run: () => vscode.commands.executeCommand(commands.undoLastBatch, batch),
  };
}

function outputOf(jobs: readonly Job[]): vscode.Uri | undefined {
  const [job, ...others] = jobs;
  if (others.length > 0 || job?.state.name !== 'done' || job.state.output === undefined) return undefined;
  return vscode.Uri.parse(job.state.output);
}

function savedText(saved: readonly Job[]): string {
  const outputs = saved.flatMap(({ state }) => (state.name === 'done' && state.output ? [state.output] : []));
  if (outputs.length === 0) return vscode.l10n.t('Nothing to save: already as small as it gets.');
  if (saved.some((job) => job.tool === 'compress')) return compressedText(saved, outputs);
  const name = outputs.length === 1 ? baseName(outputs[0] ?? '') : undefined;
  return name === undefined
    ? vscode.l10n.t('Converted {0} files.', countText(outputs.length))
    : vscode.l10n.t('Saved {0}.', name);
}

function compressedText(saved: readonly Job[], outputs: readonly string[]): string {
  const sizes = saved.flatMap((job) =>
    job.state.name === 'done' && job.state.outputBytes !== undefined && job.sourceBytes
      ? [{ before: job.sourceBytes, after: job.state.outputBytes }]
      : [],
  );
  const before = sizes.reduce((sum, size) => sum + size.before, 0);
  const after = sizes.reduce((sum, size) => sum + size.after, 0);
  const share = percentText(1 - after / before);
  return outputs.length === 1
    ? vscode.l10n.t('Saved {0}, {1} smaller.', baseName(outputs[0] ?? ''), share)
    : vscode.l10n.t('Compressed {0} files, {1} smaller in all.', countText(outputs.length), share);
}

function baseName(uri: string): string {
  return vscode.Uri.parse(uri).path.split('/').at(-1) ?? uri;
}

function refusalText(refused: readonly FileResult[]): string | undefined {
  const error = refused[0]?.error;
  return error && problemText(error);
}
