import * as vscode from 'vscode';
import type { Job } from '../../jobs/job.ts';
import { percentText, sizeText } from './amounts.ts';
import { problemText } from './problems.ts';

/** The file's name, as the row of a job is called. */
export function jobFileName(job: Job): string {
  return vscode.Uri.parse(job.source).path.split('/').at(-1) ?? job.source;
}

/** The state of a job in a few words, with how far it is. */
export function stateText(job: Job): string {
  const { state } = job;
  switch (state.name) {
    case 'waiting':
      return vscode.l10n.t('Waiting');
    case 'uploading':
      return withShare(vscode.l10n.t('Uploading'), state.sentBytes, job.sourceBytes);
    case 'queued':
      return vscode.l10n.t('Queued');
    case 'processing':
      return state.progress === undefined
        ? vscode.l10n.t('Processing')
        : `${vscode.l10n.t('Processing')} ${percentText(state.progress)}`;
    case 'downloading':
      return withShare(vscode.l10n.t('Downloading'), state.receivedBytes, state.totalBytes);
    case 'placing':
      return vscode.l10n.t('Saving');
    case 'done':
      return doneText(job, state);
    case 'failed':
      return vscode.l10n.t('Failed');
    case 'canceled':
      return state.spent ? vscode.l10n.t('Canceled, credits spent') : vscode.l10n.t('Canceled');
    case 'expired':
      return vscode.l10n.t('Expired');
    case 'needsCredits':
      return vscode.l10n.t('Needs credits');
    case 'needsKey':
      return vscode.l10n.t('Needs an API key');
    case 'needsName':
      return vscode.l10n.t('Needs a name');
    case 'unconfirmed':
      return vscode.l10n.t('Not confirmed');
    case 'offline':
      return vscode.l10n.t('Offline');
  }
}

/** Why a job is where it is, in a sentence, or `undefined` where its state says it all. */
export function reasonText(job: Job): string | undefined {
  const { state } = job;
  switch (state.name) {
    case 'waiting':
      return state.problem && problemText(state.problem);
    case 'failed':
      return problemText(state.problem);
    case 'expired':
      return job.service === 'network'
        ? vscode.l10n.t('The result was kept for an hour and is gone. Trying again costs at least 1 credit.')
        : problemText({ code: 'jobs.expired', detail: '' });
    case 'needsCredits':
    case 'needsKey':
    case 'offline':
      return problemText(state.problem);
    case 'needsName':
      return vscode.l10n.t('A file named “{0}” exists already. Choose another name.', state.fileName);
    case 'unconfirmed':
      return vscode.l10n.t(
        'The connection broke after the file was sent, so the network may have accepted and charged it. Submit it again only if that is fine.',
      );
    default:
      return undefined;
  }
}

function doneText(job: Job, state: Extract<Job['state'], { name: 'done' }>): string {
  switch (state.outcome) {
    case 'alreadySmall':
      return vscode.l10n.t('Already small');
    case 'skipped':
      return vscode.l10n.t('Skipped, the file exists');
    case 'saved':
      if (state.outputBytes === undefined) return vscode.l10n.t('Done');
      if (job.tool === 'convert' || !job.sourceBytes) return sizeText(state.outputBytes);
      return `${sizeText(state.outputBytes)} (${percentText(state.outputBytes / job.sourceBytes - 1)})`;
  }
}

function withShare(text: string, bytes: number, total: number | undefined): string {
  return total ? `${text} ${percentText(Math.min(1, bytes / total))}` : text;
}
