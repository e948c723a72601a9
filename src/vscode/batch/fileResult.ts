import * as vscode from 'vscode';
import type { RefusedFile } from '../../planning/workPlan.ts';
import type { Job, Problem } from '../../jobs/core/job.ts';
import type { ServiceId } from '../../jobs/core/service.ts';
import { detailText } from '../text/problems.ts';
import { untrusted, type SafeText } from '../text/safeText.ts';

/** The result for a file that the commands `convert` and `compress` return. Paths are file-system paths. */
export interface BatchFileResult {
  readonly source: string;
  readonly output?: string;
  /** The state in which the job ended or was parked. */
  readonly status: string;
  readonly jobId?: string;
  readonly service: ServiceId;
  /** Short and in plain characters, so that callers can show it anywhere. */
  readonly error?: { readonly code: SafeText; readonly detail: SafeText };
}

export function resultOfJob(job: Job): BatchFileResult {
  const { state } = job;
  return {
    source: vscode.Uri.parse(job.source).fsPath,
    status: state.name,
    jobId: job.id,
    service: job.service,
    ...(state.name === 'done' && state.output !== undefined
      ? { output: vscode.Uri.parse(state.output).fsPath }
      : {}),
    ...('problem' in state && state.problem !== undefined ? { error: shown(state.problem) } : {}),
  };
}

/** The result for a file without a job. */
export function refusedResult({ uri, service, problem }: RefusedFile): BatchFileResult {
  return { source: vscode.Uri.parse(uri).fsPath, status: 'failed', service, error: shown(problem) };
}

function shown(problem: Problem): NonNullable<BatchFileResult['error']> {
  return { code: untrusted(problem.code), detail: detailText(problem) };
}
