import * as vscode from 'vscode';
import type { Wallet } from '../../credits/wallet.ts';
import type { Offers } from '../../formats/offers.ts';
import { planProblem } from '../../formats/planProblem.ts';
import type { RecentTargets } from '../../formats/recentTargets.ts';
import type { UploadConsents } from '../../formats/uploadConsents.ts';
import { withoutUploads } from '../../formats/uploads.ts';
import type { WorkPlan } from '../../formats/workPlan.ts';
import type { Job, JobRequest } from '../../jobs/core/job.ts';
import type { JobOptions } from '../../jobs/core/service.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Connections } from '../connections.ts';
import { batchSummary } from '../model/batchSummary.ts';
import { currentSettings } from '../settings.ts';
import { formatName } from '../text/formats.ts';
import { say, type Words } from '../text/words.ts';
import { confirmBatch } from './confirmBatch.ts';
import { type FileResult, refusedResult, resultOfJob } from './fileResult.ts';
import { followBatch } from './followBatch.ts';
import { movableHere } from './moveHere.ts';
import { retryJobs } from './retryJobs.ts';
import { type BatchWork, showSummary } from './showSummary.ts';

/** What the commands that start jobs work with. */
export interface BatchContext {
  readonly jobs: Jobs;
  readonly offers: Offers;
  readonly connections: Connections;
  readonly recentTargets: RecentTargets;
  readonly wallet: Wallet;
  readonly consents: UploadConsents;
}

const notConfirmed = planProblem('upload.not_confirmed');

/** What is asked for beyond the task; where it says nothing, the settings count. */
export interface RunDetails {
  readonly options?: JobOptions;
}

/**
 * Starts the jobs of a plan without asking anything: where the person has not agreed to uploads from this workspace, files stay
 * on this computer or are refused. Resolves when each has ended or is parked; never rejects for a job.
 */
export async function runSilently(
  { jobs, connections, consents }: BatchContext,
  asked: WorkPlan,
  details: RunDetails,
): Promise<FileResult[]> {
  const plan = consents.has(connections.networkOrigin()) ? asked : withoutUploads(asked, notConfirmed);
  const started = jobs.add(requestsOf(plan, details));
  const settled = await jobs.settled(started.map((job) => job.id));
  return [...settled.map(resultOfJob), ...plan.refused.map(refusedResult)];
}

/** The same for a person: asks before a large batch, shows progress, sums up once at the end. */
export async function runForPerson(
  context: BatchContext,
  asked: WorkPlan,
  details: RunDetails,
): Promise<FileResult[]> {
  const plan = await confirmBatch(context, asked);
  if (plan === undefined) return [];
  const ids = context.jobs.add(requestsOf(plan, details)).map((job) => job.id);
  const settled = await followAndSumUp(context, ids, plan);
  return [...settled.map(resultOfJob), ...plan.refused.map(refusedResult)];
}

/** Shows how the jobs of a plan get on, and sums up once they have ended or are parked; does so again for those that go on. */
async function followAndSumUp(
  context: BatchContext,
  ids: readonly string[],
  plan: WorkPlan,
): Promise<readonly Job[]> {
  const { jobs, offers } = context;
  const settled = ids.length === 0 ? [] : await followBatch(context, ids, progressTitle(plan));
  const summary = batchSummary(settled, plan.refused, {
    movable: await movableHere(offers, settled),
    hasAccountPage: currentSettings.authUrl() !== undefined,
  });
  const goOn = async (started: readonly string[]): Promise<void> => {
    if (started.length > 0) await followAndSumUp(context, started, { ...plan, refused: [] });
  };
  const work: BatchWork = {
    retry: async (failed) => goOn(await retryJobs(jobs, failed)),
    moveHere: async (parked) => goOn([...(await jobs.moveTo('local', parked)).values()]),
  };
  if (summary !== undefined) void showSummary(summary, work);
  return settled;
}

function requestsOf({ task, planned }: WorkPlan, { options }: RunDetails): JobRequest[] {
  return planned.map(({ uri, service }) => ({
    ...task,
    service,
    options,
    source: uri,
    placement: currentSettings.placement(vscode.Uri.parse(uri)),
  }));
}

function progressTitle({ task: { targetFormat } }: WorkPlan): Words {
  return targetFormat === undefined ? say('Compressing') : say('Converting to {0}', formatName(targetFormat));
}
