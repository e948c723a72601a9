import * as vscode from 'vscode';
import type { Job } from '../../jobs/core/job.ts';

export function outputUri({ state }: Job): vscode.Uri | undefined {
  return state.name === 'done' && state.output !== undefined ? vscode.Uri.parse(state.output) : undefined;
}

/** The file to show for a job: its output, or else its source. */
export function resultOrSource(job: Job): vscode.Uri {
  return outputUri(job) ?? vscode.Uri.parse(job.source);
}
