import * as vscode from 'vscode';
import type { Offers } from '../../formats/offers.ts';
import type { RecentTargets } from '../../formats/recentTargets.ts';
import type { WorkPlan } from '../../formats/workPlan.ts';
import type { Job, JobRequest } from '../../jobs/core/job.ts';
import type { JobOptions } from '../../jobs/core/service.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Connections } from '../connections.ts';
import { batchSummary } from '../model/batchSummary.ts';
import { combinedFiles } from '../model/combinedFiles.ts';
import { currentSettings } from '../settings.ts';
import { countText } from '../text/amounts.ts';
import { formatName } from '../text/formats.ts';
import { say, type Words } from '../text/words.ts';
import { confirmBatch } from './confirmBatch.ts';
import { type FileResult, refusedResult, resultOfJob } from './fileResult.ts';
import { followBatch } from './followBatch.ts';
import { retryJobs } from './retryJobs.ts';
import { showSummary } from './showSummary.ts';

/** What the commands that start jobs work with. */
export interface BatchContext {
  readonly jobs: Jobs;
  readonly offers: Offers;
  readonly connections: Connections;
  readonly recentTargets: RecentTargets;
}

/** What is asked for beyond the task; where it says nothing, the settings count. */
export interface RunDetails {
  readonly options?: JobOptions;
}

/** Starts the jobs of a plan without asking anything; resolves when each has ended or is parked. Never rejects for a job. */
export async function runSilently(
  { jobs }: BatchContext,
  plan: WorkPlan,
  details: RunDetails,
): Promise<FileResult[]> {
  const started = jobs.add(requestsOf(plan, details));
  const settled = await jobs.settled(started.map((job) => job.id));
  return [...settled.map(resultOfJob), ...plan.refused.map(refusedResult)];
}

/** The same for a person: asks before a large batch, shows progress, sums up once at the end. */
export async function runForPerson(
  { jobs, connections }: BatchContext,
  plan: WorkPlan,
  details: RunDetails,
): Promise<FileResult[]> {
  if (!(await confirmBatch(connections, plan))) return [];
  const ids = jobs.add(requestsOf(plan, details)).map((job) => job.id);
  const settled = await followAndSumUp(jobs, ids, plan);
  return [...settled.map(resultOfJob), ...plan.refused.map(refusedResult)];
}

/** Shows how the jobs of a plan get on, and sums up once they have ended or are parked; does so again for those tried again. */
async function followAndSumUp(jobs: Jobs, ids: readonly string[], plan: WorkPlan): Promise<readonly Job[]> {
  const settled = ids.length === 0 ? [] : await followBatch(jobs, ids, progressTitle(plan));
  const summary = batchSummary(settled, plan.refused);
  const retry = async (failed: readonly string[]): Promise<void> => {
    const started = await retryJobs(jobs, failed);
    if (started.length > 0) await followAndSumUp(jobs, started, { ...plan, refused: [] });
  };
  if (summary !== undefined) void showSummary(summary, retry);
  return settled;
}

function requestsOf({ task, planned }: WorkPlan, { options }: RunDetails): JobRequest[] {
  const { tool, targetFormat } = task;
  return planned.map(({ uri, service, together = [] }) => {
    const combined = task.tool === 'combine' ? combinedFiles(together, task.order) : undefined;
    const source = combined?.sources[0]?.uri ?? uri;
    const placement = currentSettings.placement(vscode.Uri.parse(source));
    return { tool, targetFormat, service, options, source, combined, placement };
  });
}

function progressTitle({ task, planned }: WorkPlan): Words {
  const { tool, targetFormat } = task;
  if (targetFormat === undefined) return say('Compressing');
  if (tool === 'convert') return say('Converting to {0}', formatName(targetFormat));
  const count = planned.reduce((sum, { together = [] }) => sum + together.length, 0);
  return say('{0} files to one {1}', countText(count), formatName(targetFormat));
}
