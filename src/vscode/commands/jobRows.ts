import * as vscode from 'vscode';
import type { Job } from '../../jobs/core/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';

/** The jobs that a row's action is for: all selected rows when the clicked one is among them, else the clicked one. */
export function jobsOf(jobs: Jobs, clicked: unknown, selected: unknown): Job[] {
  const ids = Array.isArray(selected) && selected.includes(clicked) ? selected : [clicked];
  return ids.flatMap((id) => (typeof id === 'string' ? (jobs.get(id) ?? []) : []));
}

/** The output of a job as a URI, when it has one. */
export function outputUri({ state }: Job): vscode.Uri | undefined {
  return state.name === 'done' && state.output !== undefined ? vscode.Uri.parse(state.output) : undefined;
}
