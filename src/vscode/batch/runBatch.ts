import * as vscode from 'vscode';
import type { DocumentedToolId } from '../../contract/tools.ts';
import type { Selection } from '../../planning/possibilities.ts';
import { type Work, intoZip } from '../../planning/work.ts';
import { planWork, type RefusedFile, type WorkPlan } from '../../planning/workPlan.ts';
import { filesFor } from '../files/commandFiles.ts';
import { toolName, formatName } from '../text/names.ts';
import { selectFiles, selectForPerson, type SelectionContext } from './selectFiles.ts';
import type { KnownWallet } from '../../credits/wallet.ts';
import { hasFailed, type Job, phaseOf, type Problem } from '../../jobs/core/job.ts';
import { commands, views } from '../../manifest.ts';
import { type Offers, planProblem } from '../../planning/offer.ts';
import type { LocalService } from '../localService/localService.ts';
import { currentSettings } from '../settings.ts';
import { renewalText } from '../text/credits.ts';
import { problemText, detailText } from '../text/problems.ts';
import { say, sayCount, type SafeText, sentences, untrusted } from '../text/safeText.ts';
import {
  type Action,
  commandAction,
  getProgramAction,
  showInformation,
  showWarning,
} from '../ui/messages.ts';
import type { RememberedChoices } from '../request/lastWork.ts';
import {
  type SummaryAdditions,
  batchSummary,
  type BatchSummary,
  type NextStep,
  withNews,
} from './batchSummary.ts';
import { confirmBatch } from './confirmBatch.ts';
import { followBatch, locallyRunnable, retryJobs } from './followBatch.ts';
import { requestsOf } from './jobRequests.ts';
import { withLosses } from './lostProperties.ts';
import { type UploadConsents, withoutUploads } from '../../planning/uploads.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { isAbortError } from '../../util/abort.ts';
import type { Connections } from '../network/connections.ts';
import type { ServiceId } from '../../jobs/core/service.ts';

/** Does specified work with these files, without asking. */
export async function runWorkSilently(
  context: BatchContext,
  uris: readonly vscode.Uri[],
  work: Work,
): Promise<BatchFileResult[]> {
  const selection = await selectFiles(context, uris, selecting(work));
  return runSilently(context, planWork(selection, work));
}

/** Does specified work for the user. Asks for files if there are none. */
export async function runWorkForPerson(
  context: BatchContext,
  given: readonly vscode.Uri[],
  work: Work,
): Promise<BatchFileResult[]> {
  const selection = await selectForWork(context, given, work);
  return selection === undefined ? [] : runForPerson(context, planWork(selection, work));
}

/** The files for specified work. Asks for them if there are none. Resolves to `undefined` if the user cancels. */
export async function selectForWork(
  context: SelectionContext,
  given: readonly vscode.Uri[],
  work: Work,
): Promise<Selection | undefined> {
  const uris = await filesFor(given, toolName(work.tool));
  return uris.length === 0 ? undefined : selectForPerson(context, uris, selecting(work));
}

/** The tool whose supported formats determine which files in a folder are selected. */
function selecting({ tool }: Work): DocumentedToolId {
  return tool === 'combine' ? 'convert' : tool;
}

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
async function runSilently(context: SilentContext, plan: WorkPlan): Promise<BatchFileResult[]> {
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
  if (ignored.length > 0) void showWarning(sentences(ignored.map(problemText)));
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

/**
 * Continues to show the progress of batches that an earlier session or another window left unfinished, and sums each of
 * them up.
 */
export async function followAdopted(context: BatchContext, adopted: readonly string[]): Promise<void> {
  const batches = Map.groupBy(context.jobs.all(), ({ batch }) => batch);
  const unfinished = [...batches.values()].filter((jobs) =>
    jobs.some(({ id, state }) => adopted.includes(id) && phaseOf(state) === 'active'),
  );
  const run = { refused: [], title: say('Resuming jobs') };
  await Promise.all(
    unfinished.map(async (jobs) =>
      followAndSumUp(
        context,
        jobs.map(({ id }) => id),
        run,
      ),
    ),
  );
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
async function sumUp(context: BatchContext, ended: readonly Job[], run: Run): Promise<void> {
  const { jobs, offers, wallet } = context;
  const settled = await withLosses(context, ended);
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
      return commandAction(say('Show Failed'), commands.filterJobs, { jobs: step.ids });
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
      return getProgramAction(step.program);
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
function refusedResult({ uri, service, problem }: RefusedFile): BatchFileResult {
  return { source: vscode.Uri.parse(uri).fsPath, status: 'failed', service, error: shown(problem) };
}

function shown(problem: Problem): NonNullable<BatchFileResult['error']> {
  return { code: untrusted(problem.code), detail: detailText(problem) };
}
