import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { isCodedError } from '../../contract/errors.ts';
import type { DocumentedToolId } from '../../contract/tools.ts';
import { offeredFormats, type Offers } from '../../planning/offer.ts';
import type { Work } from '../../planning/work.ts';
import { planWork, type RefusedFile } from '../../planning/workPlan.ts';
import { isAbortError } from '../../util/abort.ts';
import { selectFiles } from '../batch/selectFiles.ts';
import { type SilentContext, runUnattended } from '../batch/runBatch.ts';
import { withSignal } from '../ui/providers.ts';
import { optionalOptions, optionalText, readInput, workForCode } from '../request/callerRequest.ts';
import { currentSettings } from '../settings.ts';
import { problemText } from '../text/problems.ts';
import type { FileResult, FileError, FileStatus, FinishedJob } from './api.ts';
import type { ApiCalls } from './exportedApi.ts';
import { type Job, phaseOf } from '../../jobs/core/job.ts';
import { sourcesOf } from '../../jobs/core/jobFiles.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Disposable } from '../../util/disposable.ts';
import { outputUri } from '../files/workspaceFiles.ts';
import { reasonText } from '../text/jobs.ts';
import { untrusted } from '../text/safeText.ts';

export interface ApiContext extends SilentContext {
  readonly offers: Offers;
}

const files = z.array(z.custom<vscode.Uri>((value) => value instanceof vscode.Uri)).check(z.minLength(1));
const common = {
  files,
  preset: optionalText,
  options: optionalOptions,
  folder: optionalText,
  name: optionalText,
};
const compressing = z.strictObject({ ...common, replace: z.optional(z.boolean()) });
const converting = z.strictObject({ ...common, target: optionalText });

/**
 * Implements the API for other extensions (docs/extension-api.md). Its functions ask nothing, show nothing, and never
 * upload more than the commands do.
 */
export function apiCalls(context: ApiContext): ApiCalls {
  return {
    convert: async (files, options, token) =>
      withProblemTexts(() => work(context, 'convert', files, options, token)),
    compress: async (files, options, token) =>
      withProblemTexts(() => work(context, 'compress', files, options ?? {}, token)),
    formats: async () => {
      const { offers, consents, connections } = context;
      const mayUpload = consents.has(connections.networkOrigin());
      return offeredFormats(await (mayUpload ? offers.current() : offers.here()));
    },
  };
}

async function work(
  context: ApiContext,
  tool: DocumentedToolId,
  given: unknown,
  options: object,
  token: vscode.CancellationToken | undefined,
): Promise<FileResult[]> {
  const input = { ...options, files: given };
  const { files, ...request }: z.infer<typeof converting> | z.infer<typeof compressing> =
    tool === 'convert' ? readInput(converting, input) : readInput(compressing, input);
  const work = workForCode(tool, request, currentSettings.presets());
  return withSignal(token, async (signal) => {
    try {
      return await workOn(context, files, tool, work, signal);
    } catch (error) {
      if (!isAbortError(error)) throw error;
      return files.map((source) => ({ source, status: 'canceled', service: 'local' }));
    }
  });
}

async function workOn(
  context: ApiContext,
  files: readonly vscode.Uri[],
  tool: DocumentedToolId,
  work: Work,
  signal: AbortSignal,
): Promise<FileResult[]> {
  const selection = await selectFiles(context, files, tool, signal);
  const { jobs, refused } = await runUnattended(context, planWork(selection, work), signal);
  return [...jobs.map(resultOf), ...refused.map(resultOfRefusedFile)];
}

/** Replaces the messages of errors that have a code by sentences for the user. */
async function withProblemTexts<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isCodedError(error)) error.message = problemText(error);
    throw error;
  }
}

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
