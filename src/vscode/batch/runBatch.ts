import type { Offers } from '../../formats/offers.ts';
import type { RememberedChoices } from '../../formats/rememberedChoices.ts';
import type { WorkPlan } from '../../formats/workPlan.ts';
import type { Job } from '../../jobs/core/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Connections } from '../connections.ts';
import { batchSummary } from '../model/batchSummary.ts';
import { countText } from '../text/amounts.ts';
import { formatName } from '../text/formats.ts';
import { problemText } from '../text/problems.ts';
import { say, type Words } from '../text/words.ts';
import { showWarning } from '../window/messages.ts';
import { confirmBatch } from './confirmBatch.ts';
import { type FileResult, refusedResult, resultOfJob } from './fileResult.ts';
import { followBatch } from './followBatch.ts';
import { requestsOf } from './jobRequests.ts';
import { retryJobs } from './retryJobs.ts';
import type { RunDetails } from './runDetails.ts';
import { showSummary } from './showSummary.ts';

export type { RunDetails } from './runDetails.ts';

/** What the commands that start jobs work with. */
export interface BatchContext extends RememberedChoices {
  readonly jobs: Jobs;
  readonly offers: Offers;
  readonly connections: Connections;
}

/** Starts the jobs of a plan without asking anything; resolves when each has ended or is parked. Never rejects for a job. */
export async function runSilently(
  { jobs }: BatchContext,
  plan: WorkPlan,
  details: RunDetails,
): Promise<FileResult[]> {
  const { requests, refused } = requestsOf(plan, details);
  const started = jobs.add(requests);
  const settled = await jobs.settled(started.map((job) => job.id));
  const asked = refused.filter(({ inFolder = false }) => !inFolder);
  return [...settled.map(resultOfJob), ...asked.map(refusedResult)];
}

/** The same for a person: asks before a large batch, shows progress, sums up once at the end. */
export async function runForPerson(
  { jobs, connections }: BatchContext,
  plan: WorkPlan,
  details: RunDetails,
): Promise<FileResult[]> {
  if (!(await confirmBatch(connections, plan))) return [];
  const { requests, refused, ignored } = requestsOf(plan, details);
  for (const problem of ignored) void showWarning(problemText(problem));
  const ids = jobs.add(requests).map((job) => job.id);
  const settled = await followAndSumUp(jobs, ids, { ...plan, refused });
  return [...settled.map(resultOfJob), ...refused.map(refusedResult)];
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

function progressTitle({ task, planned }: WorkPlan): Words {
  const { tool, targetFormat } = task;
  if (targetFormat === undefined) return say('Compressing');
  if (tool === 'convert') return say('Converting to {0}', formatName(targetFormat));
  const count = planned.reduce((sum, { together = [] }) => sum + together.length, 0);
  return say('{0} files to one {1}', countText(count), formatName(targetFormat));
}
