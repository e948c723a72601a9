import type { RecentTargets } from '../../formats/recentTargets.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Connections } from '../connections.ts';
import type { CurrentOffer, Offers } from '../offers.ts';
import { formatName } from '../text/files.ts';
import { say, type Words } from '../text/words.ts';
import { followBatch } from './batchProgress.ts';
import { showSummary } from './batchSummary.ts';
import { confirmBatch } from './confirmBatch.ts';
import { estimateCredits } from './estimateCredits.ts';
import { type FileResult, resultOfJob } from './fileResult.ts';
import { type JobPlan, planJobs, type Wish } from './jobPlan.ts';
import type { SourceFile } from './sourceFiles.ts';

/** What the commands that start jobs work with. */
export interface BatchContext {
  readonly jobs: Jobs;
  readonly offers: Offers;
  readonly connections: Connections;
  readonly recentTargets: RecentTargets;
}

/** Starts the jobs of files without asking anything; resolves when each has ended or is parked. Never rejects for a job. */
export async function runSilently(
  { jobs }: BatchContext,
  offer: CurrentOffer,
  files: readonly SourceFile[],
  wish: Wish,
): Promise<FileResult[]> {
  const plan = planJobs(offer, files, wish);
  const started = jobs.add(plan.requests);
  const settled = await jobs.settled(started.map((job) => job.id));
  return [...settled.map(resultOfJob), ...plan.refused];
}

/** The same for a person: asks before a large batch, shows progress, sums up once at the end. */
export async function runForPerson(
  context: BatchContext,
  offer: CurrentOffer,
  files: readonly SourceFile[],
  wish: Wish,
): Promise<FileResult[]> {
  const plan = planJobs(offer, files, wish);
  if (!(await confirmBatch(plan.requests, await creditsPerFile(context, plan)))) return [];
  const ids = context.jobs.add(plan.requests).map((job) => job.id);
  const settled = ids.length === 0 ? [] : await followBatch(context.jobs, ids, progressTitle(wish));
  void showSummary(settled, plan.refused);
  return [...settled.map(resultOfJob), ...plan.refused];
}

function progressTitle({ targetFormat }: Wish): Words {
  return targetFormat === undefined ? say('Compressing') : say('Converting to {0}', formatName(targetFormat));
}

/** The network's own estimate for the formats of a plan; one credit where it gives none (api.md, Credits 1). */
async function creditsPerFile({ connections }: BatchContext, { requests }: JobPlan): Promise<number> {
  if (!requests.some((request) => request.service === 'network')) return 0;
  try {
    return await estimateCredits((await connections.get('network')).client, requests);
  } catch {
    return 1;
  }
}
