import * as vscode from 'vscode';
import { type Job, type JobState, phaseOf } from '../../jobs/job.ts';
import { commands, jobActions, type JobAction } from '../../manifest.ts';
import { sizeText } from '../text/amounts.ts';
import { jobFileName, reasonText, stateText } from '../text/jobs.ts';
import { serviceName } from '../text/services.ts';

/** The row of a job in the tree: file, target and state at a glance, everything else in the tooltip. */
export function jobRow(job: Job): vscode.TreeItem {
  const name = jobFileName(job);
  const row = new vscode.TreeItem(name);
  const target = job.targetFormat === undefined ? vscode.l10n.t('compress') : `→ ${job.targetFormat}`;
  row.id = job.id;
  row.description = `${target} · ${stateText(job)}`;
  row.iconPath = iconOf(job.state);
  row.contextValue = actionsOf(job).join(' ');
  row.tooltip = tooltipOf(job);
  row.accessibilityInformation = { label: `${name}, ${target}, ${stateText(job)}, ${reasonText(job) ?? ''}` };
  if (job.state.name === 'done' && job.state.output !== undefined) {
    row.command = { command: commands.openOutput, title: vscode.l10n.t('Open Result'), arguments: [job.id] };
  }
  return row;
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

function tooltipOf(job: Job): string {
  const source = vscode.Uri.parse(job.source);
  const lines = [
    source.scheme === 'file' ? source.fsPath : source.toString(true),
    `${serviceName(job.service)} · ${stateText(job)}`,
    job.sourceBytes === undefined ? undefined : vscode.l10n.t('Source: {0}', sizeText(job.sourceBytes)),
    job.state.name === 'done' && job.state.outputBytes !== undefined
      ? vscode.l10n.t('Result: {0}', sizeText(job.state.outputBytes))
      : undefined,
    reasonText(job),
  ];
  return lines.filter((line) => line !== undefined).join('\n');
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
