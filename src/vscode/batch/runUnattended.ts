import { planProblem } from '../../planning/offer.ts';
import { type UploadConsents, withoutUploads } from '../../planning/uploads.ts';
import type { RefusedFile, WorkPlan } from '../../planning/workPlan.ts';
import type { Job } from '../../jobs/core/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { isAbortError } from '../../util/abort.ts';
import type { Connections } from '../network/connections.ts';
import { requestsOf } from './jobRequests.ts';

const notConfirmed = planProblem('upload.not_confirmed');

export interface SilentContext {
  readonly jobs: Jobs;
  readonly connections: Connections;
  readonly consents: UploadConsents;
}

/** The result of a run that asked no questions. */
interface SilentOutcome {
  /** Jobs that have ended or are parked. If others requested a job, too, it may continue after this caller cancels. */
  readonly jobs: readonly Job[];
  /** Files that were explicitly requested, but have no job. */
  readonly refused: readonly RefusedFile[];
}

/**
 * Runs the jobs of a plan without asking. If the user hasn't agreed to uploads from this workspace, files are processed
 * on this computer or refused. Resolves when each job has ended or is parked. Aborting cancels the jobs that this call
 * started.
 * @throws the signal's reason if no job was started
 */
export async function runUnattended(
  { jobs, connections, consents }: SilentContext,
  wanted: WorkPlan,
  signal?: AbortSignal,
): Promise<SilentOutcome> {
  signal?.throwIfAborted();
  const plan = consents.has(connections.networkOrigin()) ? wanted : withoutUploads(wanted, notConfirmed);
  const { requests, refused } = requestsOf(plan);
  const before = new Set(jobs.all().map(({ id }) => id));
  const ids = jobs.add(requests).map(({ id }) => id);
  const begun = ids.filter((id) => !before.has(id));
  return {
    jobs: await untilSettled(jobs, ids, begun, signal),
    refused: refused.filter(({ inFolder = false }) => !inFolder),
  };
}

async function untilSettled(
  jobs: Jobs,
  ids: readonly string[],
  begun: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly Job[]> {
  try {
    return await jobs.settled(ids, signal);
  } catch (error) {
    if (!isAbortError(error)) throw error;
    await jobs.cancel(begun);
    return ids.flatMap((id) => jobs.get(id) ?? []);
  }
}
