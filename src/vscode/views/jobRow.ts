import * as vscode from 'vscode';
import { type Job, type JobState, phaseOf } from '../../jobs/core/job.ts';
import { commands, jobActions, type JobAction } from '../../manifest.ts';
import { sizeText } from '../text/amounts.ts';
import { fileName } from '../text/files.ts';
import { reasonText, stateText } from '../text/jobs.ts';
import { serviceName } from '../text/services.ts';
import { foreign, joined, say, verbatim, wholePath, type Words } from '../text/words.ts';
import type { Row } from '../window/treeView.ts';

/** The row of a job in the tree: file, target and state at a glance, everything else in the tooltip. */
export function jobRow(job: Job): Row {
  const name = fileName(job.source);
  const target = targetText(job);
  const hasOutput = job.state.name === 'done' && job.state.output !== undefined;
  return {
    label: name,
    description: joined([target, stateText(job)], ' · '),
    tooltip: tooltipOf(job),
    spoken: joined([name, target, stateText(job), reasonText(job)], ', '),
    icon: iconOf(job.state),
    contextValue: actionsOf(job).join(' '),
    ...(hasOutput
      ? { onClick: { title: say('Open Result'), command: commands.openOutput, arguments: [job.id] } }
      : {}),
  };
}

function targetText({ targetFormat }: Job): Words {
  return targetFormat === undefined ? say('compress') : joined([verbatim('→'), foreign(targetFormat)], ' ');
}

/** What can be done with a job in its state. */
export function actionsOf({ state }: Job): JobAction[] {
  switch (phaseOf(state)) {
    case 'active':
      return [jobActions.cancel];
    case 'parked':
      if (state.name === 'unconfirmed') return [jobActions.submitAgain, jobActions.remove];
      if (state.name === 'needsName') return [jobActions.chooseName, jobActions.cancel];
      return [jobActions.retry, jobActions.cancel];
    case 'ended':
      return [...resultActions(state), jobActions.remove];
  }
}

function resultActions(state: JobState): JobAction[] {
  if (state.name === 'done') return state.output === undefined ? [] : [jobActions.open, jobActions.reveal];
  if (state.name === 'failed' && state.keptOutput !== undefined) return [jobActions.saveKept];
  return [jobActions.retry];
}

function tooltipOf(job: Job): Words {
  const source = vscode.Uri.parse(job.source);
  const lines = [
    wholePath(source.scheme === 'file' ? source.fsPath : source.toString(true)),
    joined([serviceName(job.service), stateText(job)], ' · '),
    job.sourceBytes === undefined ? undefined : say('Source: {0}', sizeText(job.sourceBytes)),
    job.state.name === 'done' && job.state.outputBytes !== undefined
      ? say('Result: {0}', sizeText(job.state.outputBytes))
      : undefined,
    reasonText(job),
  ];
  return joined(lines, '\n');
}

function iconOf(state: JobState): vscode.ThemeIcon {
  switch (state.name) {
    case 'waiting':
    case 'queued':
      return new vscode.ThemeIcon('clock');
    case 'uploading':
      return new vscode.ThemeIcon('cloud-upload');
    case 'processing':
    case 'placing':
      return new vscode.ThemeIcon('sync~spin');
    case 'downloading':
      return new vscode.ThemeIcon('cloud-download');
    case 'done':
      return colored('pass', 'testing.iconPassed');
    case 'failed':
      return colored('error', 'testing.iconFailed');
    case 'canceled':
      return new vscode.ThemeIcon('circle-slash');
    case 'expired':
      return new vscode.ThemeIcon('history');
    case 'needsCredits':
      return colored('credit-card', 'list.warningForeground');
    case 'needsKey':
      return colored('key', 'list.warningForeground');
    case 'needsName':
      return colored('edit', 'list.warningForeground');
    case 'unconfirmed':
      return colored('question', 'list.warningForeground');
    case 'offline':
      return colored('debug-disconnect', 'list.warningForeground');
  }
}

function colored(icon: string, color: string): vscode.ThemeIcon {
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
}
