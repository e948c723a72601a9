import * as vscode from 'vscode';
import type { KnownWallet } from '../../credits/wallet.ts';
import { programs } from '../../engines/programs/programs.ts';
import { hasFailed, type Job } from '../../jobs/core/job.ts';
import { commands, views } from '../../manifest.ts';
import type { Offers } from '../../planning/offer.ts';
import { intoZip } from '../../planning/work.ts';
import { planWork, type RefusedFile, type WorkPlan } from '../../planning/workPlan.ts';
import type { LocalService } from '../localService/localService.ts';
import { currentSettings } from '../settings.ts';
import { renewalText } from '../text/credits.ts';
import { formatName } from '../text/formats.ts';
import { problemText } from '../text/problems.ts';
import { programName } from '../text/programs.ts';
import { say, sayCount, type SafeText } from '../text/safeText.ts';
import { type Action, commandAction, openPageAction, showInformation, showWarning } from '../ui/messages.ts';
import type { RememberedChoices } from '../workspaceParts.ts';
import {
  type SummaryAdditions,
  batchSummary,
  type BatchSummary,
  type NextStep,
  withNews,
} from './batchSummary.ts';
import { confirmBatch } from './confirmBatch.ts';
import { type BatchFileResult, refusedResult, resultOfJob } from './fileResult.ts';
import { followBatch } from './followBatch.ts';
import { requestsOf } from './jobRequests.ts';
import { locallyRunnable, retryJobs } from './retryJobs.ts';
import { selectForPerson } from './selectFiles.ts';
import { type SilentContext, runUnattended } from './runUnattended.ts';

/** Code that does additional work with the files of a batch. */
export interface BatchFollower {
  /** Title of the progress notification. By default, it names the work. */
  readonly title?: SafeText;
  /** Called when the jobs have been created. */
  started(jobs: readonly Job[]): Promise<void>;
  /** Called when each job has ended or is parked, and again after retries. The result becomes part of the summary. */
  settled(jobs: readonly Job[]): Promise<SummaryAdditions>;
}

export interface BatchContext extends RememberedChoices, SilentContext {
  readonly offers: Offers;
  readonly wallet: KnownWallet;
  readonly local: Pick<LocalService, 'probe'>;
}

/** Runs the jobs of a plan without asking, like `runUnattended`. Doesn't reject if a job fails. */
export async function runSilently(context: SilentContext, plan: WorkPlan): Promise<BatchFileResult[]> {
  const { jobs, refused } = await runUnattended(context, plan);
  return [...jobs.map(resultOfJob), ...refused.map(refusedResult)];
}

/**
 * Runs the jobs of a plan for the user: asks before a large batch, shows progress, and shows one summary at the end.
 */
export async function runForPerson(
  context: BatchContext,
  wanted: WorkPlan,
  follower?: BatchFollower,
): Promise<BatchFileResult[]> {
  const plan = await confirmBatch(context, wanted);
  if (plan === undefined) return [];
  // Repeat Last Conversion must not replace files. Only the command for that does.
  if (plan.work.inPlace !== true) await context.lastWork.remember(plan.work);
  const { requests, refused, ignored } = requestsOf(plan);
  for (const problem of ignored) void showWarning(problemText(problem));
  const jobs = context.jobs.add(requests);
  await follower?.started(jobs);
  const ids = jobs.map((job) => job.id);
  const settled = await followAndSumUp(context, ids, {
    refused,
    title: follower?.title ?? progressTitle(plan),
    follower,
  });
  return [...settled.map(resultOfJob), ...refused.map(refusedResult)];
}

/** Retries jobs in the list, whose rows show the progress. Shows a message if any job fails again. */
export async function retryForPerson(context: BatchContext, ids: readonly string[]): Promise<void> {
  const { jobs } = context;
  const settled = await jobs.settled(await retryJobs(jobs, ids));
  if (settled.some(hasFailed)) await sumUp(context, settled, { refused: [], title: say('Retrying') });
}

/** The presentation of running jobs, and the files that have no job. */
interface Run {
  readonly refused: readonly RefusedFile[];
  readonly title: SafeText;
  readonly follower?: BatchFollower | undefined;
}

/** Shows the progress of jobs, and a summary once they have ended or are parked. */
async function followAndSumUp(
  context: BatchContext,
  ids: readonly string[],
  run: Run,
): Promise<readonly Job[]> {
  const settled = ids.length === 0 ? [] : await followBatch(context, ids, run.title);
  // A batch with a follower makes an image set, whose formats the user didn't choose.
  if (run.follower === undefined) await context.recentTargets.add(settled);
  await sumUp(context, settled, run);
  return settled;
}

/** Shows a summary of jobs, and another one for those that the user continues from it. */
async function sumUp(context: BatchContext, settled: readonly Job[], run: Run): Promise<void> {
  const { jobs, offers, wallet } = context;
  const summary = batchSummary(settled, run.refused, {
    movable: await locallyRunnable(offers, settled),
    hasAccountPage: currentSettings.authUrl() !== undefined,
    renewal: renewalText(wallet.entitlements),
  });
  const goOn = async (started: readonly string[]): Promise<void> => {
    if (started.length > 0) await followAndSumUp(context, started, { ...run, refused: [] });
  };
  const work: BatchWork = {
    retry: async (failed) => goOn(await retryJobs(jobs, failed)),
    moveHere: async (parked) => goOn([...(await jobs.moveTo('local', parked)).values()]),
    makeZip: async (sources) => {
      const uris = sources.map((source) => vscode.Uri.parse(source));
      const selection = await selectForPerson(context, uris, 'convert');
      if (selection !== undefined) await runForPerson(context, planWork(selection, intoZip));
    },
  };
  const shown = withNews(summary, await run.follower?.settled(settled));
  if (shown !== undefined) void showSummary(shown, work);
}

function progressTitle({ work, planned }: WorkPlan): SafeText {
  const { tool, targetFormat } = work;
  if (targetFormat === undefined) return say('Compressing');
  if (tool === 'convert') return say('Converting to {0}', formatName(targetFormat));
  const count = planned.reduce((sum, { together = [] }) => sum + together.length, 0);
  return sayCount(
    count,
    { one: '{0} file to one {1}', other: '{0} files to one {1}' },
    formatName(targetFormat),
  );
}

/** The actions that a summary offers, by job id. */
interface BatchWork {
  readonly retry: (ids: readonly string[]) => Promise<void>;
  readonly moveHere: (ids: readonly string[]) => Promise<void>;
  /** Creates one ZIP file of all these files, given by URI. */
  readonly makeZip: (sources: readonly string[]) => Promise<void>;
}

/** Shows the message at the end of a batch, with the next steps as buttons. */
async function showSummary({ isWarning, message, steps }: BatchSummary, work: BatchWork): Promise<void> {
  const show = isWarning ? showWarning : showInformation;
  await show(message, ...steps.map((step) => actionOf(step, work)));
}

function actionOf(step: NextStep, { retry, moveHere, makeZip }: BatchWork): Action {
  switch (step.kind) {
    case 'showJobs':
      return commandAction(say('Show Jobs'), `${views.jobs}.focus`);
    case 'showFailed':
      return commandAction(say('Show Failed'), commands.showFailedJobs, { jobs: step.ids });
    case 'resume':
      return commandAction(say('Resume'), commands.resumeJobs);
    case 'openAccount':
      return commandAction(say('Open Account Page'), commands.openAccount);
    case 'moveHere':
      return {
        title: step.isRest ? say('Run Rest Locally') : say('Use This Computer'),
        run: () => moveHere(step.ids),
      };
    case 'makeZip':
      return { title: say('Create ZIP'), run: () => makeZip(step.sources) };
    case 'getProgram':
      return openPageAction(say('Get {0}', programName(step.program)), programs[step.program].address);
    case 'open':
      return commandAction(say('Open'), 'vscode.open', vscode.Uri.parse(step.output));
    case 'undo':
      return commandAction(say('Undo'), commands.undoLastBatch, { batch: step.batch });
    case 'followUp':
      return { title: step.title, run: step.run };
    case 'enterPassword':
      return { title: say('Enter Password…'), run: () => retry(step.ids) };
    case 'retry':
      return { title: say('Retry'), run: () => retry(step.ids) };
  }
}
