import * as vscode from 'vscode';
import { type Job, phaseOf } from '../../jobs/core/job.ts';
import { sourcesOf } from '../../jobs/core/jobFiles.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { RefusedFile } from '../../planning/workPlan.ts';
import type { Disposable } from '../../util/disposable.ts';
import { outputUri } from '../files/jobUris.ts';
import { reasonText } from '../text/jobs.ts';
import { problemText } from '../text/problems.ts';
import { untrusted } from '../text/safeText.ts';
import type { FileError, FileResult, FileStatus, FinishedJob } from './api.ts';

/** The result of a job. If the caller stopped waiting, the job's progress so far. */
export function resultOf(job: Job): FileResult {
  const { state, sourceBytes } = job;
  const output = outputUri(job);
  const outputBytes = state.name === 'done' ? state.outputBytes : undefined;
  const error = errorOf(job);
  return {
    source: vscode.Uri.parse(job.source),
    status: statusOf(job),
    ...(output === undefined ? {} : { output }),
    ...(sourceBytes === undefined ? {} : { sourceBytes }),
    ...(outputBytes === undefined ? {} : { outputBytes }),
    ...(error === undefined ? {} : { error }),
    jobId: job.id,
    service: job.service,
  };
}

/** The result for a file without a job. */
export function resultOfRefusedFile({ uri, service, problem }: RefusedFile): FileResult {
  const error = { code: untrusted(problem.code), message: problemText(problem) };
  return { source: vscode.Uri.parse(uri), status: 'failed', error, service };
}

function finishedJob(job: Job): FinishedJob {
  return {
    ...resultOf(job),
    jobId: job.id,
    tool: job.tool,
    ...(job.targetFormat === undefined ? {} : { target: job.targetFormat }),
    sources: sourcesOf(job).map((uri) => vscode.Uri.parse(uri)),
  };
}

function statusOf({ state }: Job): FileStatus {
  if (state.name === 'done') return state.outcome;
  switch (phaseOf(state)) {
    case 'active':
      return 'canceled';
    case 'parked':
      return 'parked';
    case 'ended':
      return state.name === 'canceled' ? 'canceled' : 'failed';
  }
}

function errorOf(job: Job): FileError | undefined {
  const { state } = job;
  const message = reasonText(job);
  const status = statusOf(job);
  if (message === undefined || (status !== 'failed' && status !== 'parked')) return undefined;
  if ('problem' in state && state.problem !== undefined) {
    return { code: untrusted(state.problem.code), message };
  }
  return { code: state.name === 'expired' ? 'jobs.expired' : 'output.name_taken', message };
}

/** Reports each job when it ends, and again after each retry. */
export function followFinishedJobs(jobs: Jobs, report: (job: FinishedJob) => void): Disposable {
  /** The ids of jobs that were reported, with the time when each was requested. */
  const reported = new Map<string, number>();
  return jobs.onDidChange(({ kind, jobs: changed }) => {
    for (const job of changed) {
      if (kind === 'removed') reported.delete(job.id);
      // Jobs of the last session arrive as `added`, and ended in that session.
      if (kind !== 'changed' || !('endedAt' in job.state)) continue;
      if (reported.get(job.id) === job.createdAt) continue;
      reported.set(job.id, job.createdAt);
      report(finishedJob(job));
    }
  });
}
