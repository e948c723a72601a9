import { type ProgramId, programIds, programs } from '../../engines/programs/programs.ts';
import type { RefusedFile } from '../../planning/workPlan.ts';
import { hasFailed, type Job, phaseOf } from '../../jobs/core/job.ts';
import {
  convertedText,
  earlierText,
  failedText,
  largerText,
  notDoneText,
  parkedText,
  sameText,
  savedText,
  spentText,
  unchangedText,
} from '../text/batches.ts';
import { spentCreditsText } from '../text/credits.ts';
import { fileName, sourceName } from '../text/names.ts';
import { reasonText, shortageOf, stateText } from '../text/jobs.ts';
import { lostText } from '../text/losses.ts';
import { problemText } from '../text/problems.ts';
import { joined, say, sentences, type SafeText } from '../text/safeText.ts';
import type { KnownProblemCode } from '../../contract/errors.ts';

/** A next step that the message about a batch offers. */
export type NextStep =
  | { readonly kind: 'showJobs' | 'resume' | 'openAccount' }
  | { readonly kind: 'open'; readonly output: string }
  | { readonly kind: 'undo'; readonly batch: string }
  /** A step that a follower of the batch offers. */
  | { readonly kind: 'followUp'; readonly title: SafeText; readonly run: () => Promise<void> }
  | { readonly kind: 'showFailed'; readonly ids: readonly string[] }
  /** The ids of failed jobs. For `enterPassword`, all of them need a password; for `retry`, none does. */
  | { readonly kind: 'retry' | 'enterPassword'; readonly ids: readonly string[] }
  /** The ids of jobs that wait for the network and could run on this computer. */
  | { readonly kind: 'moveHere'; readonly ids: readonly string[]; readonly isRest: boolean }
  /** URIs of files that can't be compressed. */
  | { readonly kind: 'makeZip'; readonly sources: readonly string[] }
  | { readonly kind: 'getProgram'; readonly program: ProgramId };

/** The results of one file, as URIs. */
export interface OutputsOfSource {
  readonly source: string;
  readonly outputs: readonly string[];
}

/** One message at the end of a batch: what was saved, what wasn't and why, and the next steps. */
export interface BatchSummary {
  readonly isWarning: boolean;
  readonly message: SafeText;
  readonly steps: readonly NextStep[];
}

/** A batch follower's additions to the summary. */
export interface SummaryAdditions {
  readonly remark?: SafeText | undefined;
  /** The most likely next step, which comes first. */
  readonly step?: NextStep;
}

/** The user's options for resuming jobs that wait for the network. */
interface ResumeOptions {
  /** The ids of the jobs that this computer could do, too. */
  readonly movable: readonly string[];
  readonly hasAccountPage: boolean;
  /** The time when credits renew, if known. */
  readonly renewal?: SafeText | undefined;
}

/** With more buttons, VS Code would truncate their labels. */
const maxSteps = 3;

const noResumeOptions: ResumeOptions = { movable: [], hasAccountPage: false };

/** Summarizes the jobs of a batch, and the files without a job. Returns `undefined` if nothing is worth a message. */
export function batchSummary(
  jobs: readonly Job[],
  refused: readonly RefusedFile[],
  resumeOptions: ResumeOptions = noResumeOptions,
): BatchSummary | undefined {
  const ended = sorted(jobs, refused);
  const isTroubled = ended.failures.length + ended.parked.length > 0;
  const isSilent =
    !isTroubled &&
    ended.done.length + ended.same.length + ended.earlier.length === 0 &&
    !ended.canceled.some(isSpent);
  if (isSilent) return undefined;
  return {
    isWarning: isTroubled || ended.canceled.length > 0,
    message: sentences([
      messageOf(ended, spentCreditsText(jobs)),
      lostText(jobs),
      creditsOf(ended, resumeOptions),
    ]),
    steps: stepsAfter(ended, resumeOptions),
  };
}

/** Adds texts and steps to a summary. The added steps come first. */
export function withNews(
  summary: BatchSummary | undefined,
  { remark, step }: SummaryAdditions = {},
): BatchSummary | undefined {
  const { isWarning, message, steps } = summary ?? { isWarning: false, message: undefined, steps: [] };
  const text = sentences([message, remark]);
  if (text === '') return summary;
  return {
    isWarning,
    message: text,
    steps: shortened([...(step === undefined ? [] : [step]), ...steps]),
  };
}

/** The results of each file. Files without results are left out. */
export function outputsBySource(jobs: readonly Job[]): OutputsOfSource[] {
  const withOutput = jobs.filter((job) => outputOf(job) !== undefined);
  return [...Map.groupBy(withOutput, ({ source }) => source)].map(([source, made]) => ({
    source,
    outputs: made.flatMap((job) => outputOf(job) ?? []),
  }));
}

interface Ended {
  readonly done: readonly Job[];
  readonly canceled: readonly Job[];
  readonly parked: readonly Job[];
  readonly failures: readonly Failure[];
  /** Files that already had the target format. */
  readonly same: readonly Trouble[];
  /** Files that were compressed before. */
  readonly earlier: readonly Trouble[];
  /** URIs of files that can't be compressed. */
  readonly incompressible: readonly string[];
  /** Programs that refused files would need. */
  readonly missing: readonly ProgramId[];
}

interface Trouble {
  readonly name: SafeText;
  readonly reason: SafeText;
}

interface Failure extends Trouble {
  /** The job to retry; `undefined` for a file that was refused. */
  readonly job: Job | undefined;
}

function sorted(jobs: readonly Job[], refused: readonly RefusedFile[]): Ended {
  return {
    done: jobs.filter(({ state }) => state.name === 'done'),
    canceled: jobs.filter(({ state }) => state.name === 'canceled'),
    parked: jobs.filter(({ state }) => phaseOf(state) === 'parked'),
    failures: [
      ...jobs.filter(hasFailed).map((job) => ({ ...nameAndReason(job), job })),
      ...refused
        .filter((file) => !isSame(file) && !isEarlier(file))
        .map((file) => ({ ...refusedFileTrouble(file), job: undefined })),
    ],
    same: refused.filter(isSame).map(refusedFileTrouble),
    earlier: refused.filter(isEarlier).map(refusedFileTrouble),
    incompressible: refused
      .filter(({ problem }) => problem.code === 'formats.incompressible')
      .map(({ uri }) => uri),
    missing: programIds.filter((id) => refused.some((file) => needsProgram(file, id))),
  };
}

function refusedFileTrouble({ uri, problem }: RefusedFile): Trouble {
  return { name: fileName(uri), reason: problemText(problem) };
}

function messageOf(
  { done, canceled, parked, failures, same, earlier }: Ended,
  cost: SafeText | undefined,
): SafeText {
  const troubled = parked.length + failures.length;
  const spared = [...same, ...earlier];
  const spent = spentText(canceled.filter(isSpent).length);
  if (canceled.length + troubled + spared.length === 0) return savedText(done, cost);
  if (canceled.length + troubled + done.length + spared.length === 1) {
    return (
      oneText([...parked.map(nameAndReason), ...failures, ...spared]) ?? sentences([say('Canceled.'), spent])
    );
  }
  const converted = convertedText(done);
  const results = joined(
    [
      converted !== undefined && cost !== undefined ? say('{0} for {1}', converted, cost) : converted,
      largerText(done),
      unchangedText(done),
      notDoneText(canceled.length),
      sameText(same.length),
      earlierText(earlier.length),
      parkedText(parked.length),
      failedText(failures.map(({ name }) => name)),
    ],
    ', ',
  );
  // After the number of failed files, the cost would look like that of the failed files.
  const counts = joined([results, converted === undefined ? cost : undefined], ' · ');
  const sentence = canceled.length > 0 ? say('Canceled: {0}.', counts) : say('{0}.', counts);
  return sentences([sentence, commonReason([...parked.map(nameAndReason), ...failures]), spent]);
}

/** The credits that waiting jobs need, and the time when credits renew. */
function creditsOf({ parked }: Ended, { renewal }: ResumeOptions): SafeText | undefined {
  const waiting = parked.filter(({ state }) => state.name === 'needsCredits');
  if (waiting.length === 0) return undefined;
  return sentences([shortageOf(waiting), renewal && say('Credits {0}.', renewal)]);
}

/** The reason for the only file of a batch, with the file's name, since the message wouldn't mention it otherwise. */
function oneText([one]: readonly Trouble[]): SafeText | undefined {
  return one && say('{0}: {1}', one.name, one.reason);
}

/** The reason, if it is the same for all files. Otherwise, the list of jobs shows the reasons. */
function commonReason(troubles: readonly Trouble[]): SafeText | undefined {
  const reasons = new Set(troubles.map(({ reason }) => reason));
  return reasons.size === 1 ? [...reasons][0] : undefined;
}

function nameAndReason(job: Job): Trouble {
  const { state } = job;
  // Omits the job's own cost, because the message states the total.
  const reason = state.name === 'needsCredits' ? problemText(state.problem) : reasonText(job);
  return { name: sourceName(job), reason: reason ?? stateText(job) };
}

/**
 * The next steps, most important first. The last one only shows the jobs, because its button appears under the pointer
 * of a user who was about to cancel the batch.
 */
function stepsAfter(
  { done, canceled, parked, failures, incompressible, missing }: Ended,
  { movable, hasAccountPage }: ResumeOptions,
): NextStep[] {
  const outputs = done.flatMap((job) => outputOf(job) ?? []);
  const [first] = done;
  const [output] = outputs;
  const [program] = missing;
  const again = failures.flatMap(({ job }) => job ?? []);
  const locked = again.filter(needsPassword);
  const retryable = again.filter((job) => mayRetryNow(job) && !needsPassword(job));
  const isTroubled = parked.length + failures.length > 0;
  const mayResume = parked.some(({ state }) => state.name === 'needsCredits');
  const hasJobs = done.length + canceled.length + parked.length > 0;
  const steps: (NextStep | false)[] = [
    !isTroubled &&
      canceled.length === 0 &&
      done.length === 1 &&
      output !== undefined && { kind: 'open', output },
    movable.length > 0 && { kind: 'moveHere', ids: movable, isRest: done.length > 0 },
    mayResume && hasAccountPage && { kind: 'openAccount' },
    mayResume && { kind: 'resume' },
    program !== undefined && { kind: 'getProgram', program },
    incompressible.length > 0 && { kind: 'makeZip', sources: incompressible },
    locked.length > 0 && { kind: 'enterPassword', ids: idsOf(locked) },
    retryable.length > 0 && { kind: 'retry', ids: idsOf(retryable) },
    first !== undefined && output !== undefined && { kind: 'undo', batch: first.batch },
    again.length > 0 ? { kind: 'showFailed', ids: idsOf(again) } : hasJobs && { kind: 'showJobs' },
  ];
  return shortened(steps.filter((step) => step !== false));
}

/** As many steps as fit, always with the last one. */
function shortened(steps: readonly NextStep[]): NextStep[] {
  return steps.length <= maxSteps ? [...steps] : [...steps.slice(0, maxSteps - 1), ...steps.slice(-1)];
}

function idsOf(jobs: readonly Job[]): string[] {
  return jobs.map(({ id }) => id);
}

function outputOf({ state }: Job): string | undefined {
  return state.name === 'done' ? state.output : undefined;
}

function isSame({ problem }: RefusedFile): boolean {
  return problem.code === 'formats.same';
}

function needsProgram({ problem }: RefusedFile, id: ProgramId): boolean {
  return problem.code === 'formats.needs_program' && problem.detail === programs[id].name;
}

function isEarlier({ problem }: RefusedFile): boolean {
  return problem.code === 'formats.compressed_before';
}

function isSpent({ state }: Job): boolean {
  return state.name === 'canceled' && state.spent;
}

/** The name of the password option on this computer. */
export const passwordOption = 'password';

/**
 * True if a job failed because its password is missing, wrong, or was forgotten. For network jobs, the extension
 * doesn't know which option is the password.
 */
export function needsPassword({ service, state, withheldOptions = [] }: Job): boolean {
  if (service !== 'local' || state.name !== 'failed') return false;
  const { code } = state.problem;
  const isForgotten = withheldOptions.length === 1 && withheldOptions[0] === passwordOption;
  return code === 'conversion.password_needed' || (code === 'options.withheld' && isForgotten);
}

/** Faults of the file or the request, which another attempt doesn't change unless the user changes the file first. */
const lastingFaults: ReadonlySet<string> = new Set<KnownProblemCode>([
  'conversion.invalid_input',
  'conversion.limit_exceeded',
  'conversion.size_not_met',
  'conversion.unsupported_kind',
  'conversion.unsupported_script',
  'file.empty',
  'file.not_a_file',
  'formats.unknown_type',
  'formats.unsupported',
]);

/** True if retrying a failed job now may succeed. */
function mayRetryNow({ state }: Job): boolean {
  return !(state.name === 'failed' && lastingFaults.has(state.problem.code));
}
