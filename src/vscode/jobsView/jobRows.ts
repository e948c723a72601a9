import type { Job } from '../../jobs/core/job.ts';
import { folderOf } from '../../jobs/core/fileUri.ts';
import {
  batchName,
  savingsText,
  sizesText,
  type JobTally,
  tallyOf,
  tallyText,
  failureText,
  reasonText,
  stateText,
  targetText,
  batchFiles,
  otherTallies,
} from '../text/jobs.ts';
import { serviceName, sourceName, sourceNames, targetName } from '../text/names.ts';
import {
  agoText,
  dateAndTime,
  keptText,
  sizeText,
  percentText,
  joined,
  say,
  wholePath,
  type SafeText,
  sayCount,
} from '../text/safeText.ts';
import type { Row, RowIcon } from '../ui/treeView.ts';
import { batchActionsOf, actionsOf } from './jobActions.ts';
import { commands } from '../../manifest.ts';
import { lostText } from '../text/losses.ts';
import type { Clock } from '../../util/clock.ts';
import { sizeChange } from '../text/batches.ts';
import { retentionMs } from '../../contract/jobRecord.ts';

/**
 * The row of a batch, with the rows of its jobs below. Shows its content, progress, savings, and when it ended. The row
 * is expanded while something is in progress or needs attention, and if only some of its jobs are shown.
 */
export function batchRow(jobs: readonly Job[], shown: readonly Job[], facts: RowFacts): Row {
  const tally = tallyOf(jobs);
  const folder = commonFolder(jobs.map(({ source }) => source));
  const done = jobs.filter(({ state }) => state.name === 'done');
  const ended = tally.active === 0 ? endedText(jobs, facts.clock.now()) : undefined;
  const parts = [
    jobs[0]?.targetFormat === undefined ? say('compress') : undefined,
    tallyText(tally),
    savingsText(done),
    ended,
  ];
  const isOpen = shown.length < jobs.length || tally.active + tally.parked + tally.failed > 0;
  return {
    label: batchName(jobs, folder),
    description: joined(parts, ' · '),
    tooltip: batchTooltip(jobs, folder, done, facts),
    spoken: joined([spokenBatchName(jobs, folder), spokenTally(tally), ended, spokenSavings(done)], ', '),
    icon: batchIcon(tally),
    contextValue: batchActionsOf(shown, jobs.some(facts.canUndo)).join(' '),
    children: isOpen ? 'shown' : 'hidden',
  };
}

/** The time since the last of the jobs ended, as text. */
function endedText(jobs: readonly Job[], now: number): SafeText | undefined {
  const endedAt = jobs.reduce((last, { state }) => Math.max(last, 'endedAt' in state ? state.endedAt : 0), 0);
  return endedAt === 0 ? undefined : agoText(now - endedAt);
}

function batchTooltip(
  jobs: readonly Job[],
  folder: string | undefined,
  done: readonly Job[],
  { pathOf, clock }: RowFacts,
): SafeText {
  const services = [...new Set(jobs.map(({ service }) => service))].map(serviceName);
  const askedAt = jobs.reduce((last, { createdAt }) => Math.max(last, createdAt), 0);
  const lines = [
    folder === undefined ? undefined : wholePath(pathOf(folder)),
    joined([joined(services, ', '), dateAndTime(askedAt)], ' · '),
    sizesText(done),
    keptText(latestKept(done, clock.now())),
  ];
  return joined(lines, '\n');
}

/**
 * The latest time until which the network keeps any of the results. When it is reached, this row is redrawn together
 * with the rows of its jobs.
 */
function latestKept(done: readonly Job[], now: number): number | undefined {
  const until = done.reduce((latest, job) => Math.max(latest, resultExpiry(job, now) ?? 0), 0);
  return until === 0 ? undefined : until;
}

function batchIcon({ all, done, failed, active, parked }: JobTally): RowIcon {
  if (active > 0) return { id: 'sync~spin' };
  if (parked > 0) return { id: 'bell-dot', color: 'list.warningForeground' };
  if (failed > 0) return { id: 'error', color: 'testing.iconFailed' };
  return done === all ? { id: 'pass-filled', color: 'testing.iconPassed' } : { id: 'circle-slash' };
}

/** The URI of the innermost folder that contains all of these files; `undefined` if that is a root. */
function commonFolder(uris: readonly string[]): string | undefined {
  const [first, ...others] = uris;
  if (first === undefined) return undefined;
  let folder = folderOf(first);
  for (const uri of others) {
    while (!isIn(folder, uri)) {
      const outer = folderOf(folder);
      if (outer === folder) return undefined;
      folder = outer;
    }
  }
  return folder.endsWith('/') ? undefined : folder;
}

function isIn(folder: string, uri: string): boolean {
  return uri.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/**
 * The row of a job: the file, followed by its state or the reason why it failed, because narrow views cut off the end.
 * The tooltip contains everything else, such as the path. If the row stands for a whole batch, it also shows when the
 * batch ended, and first the target, because only that distinguishes two conversions of the same file.
 */
export function jobRow(job: Job, facts: RowFacts, isWholeBatch: boolean): Row {
  const name = sourceName(job);
  const target = isWholeBatch ? targetText(job) : undefined;
  const hasOutput = job.state.name === 'done' && job.state.output !== undefined;
  const kept = resultExpiry(job, facts.clock.now());
  const ago =
    isWholeBatch && 'endedAt' in job.state ? agoText(facts.clock.now() - job.state.endedAt) : undefined;
  return {
    label: name,
    description: joined([target, failureText(job) ?? stateText(job), ago], ' · '),
    tooltip: jobTooltip(job, kept, facts),
    spoken: joined(
      [
        name,
        target && spokenTarget(job),
        spokenState(job),
        reasonText(job),
        lostText([job]),
        keptText(kept),
        ago,
      ],
      ', ',
    ),
    icon: jobIcon(job),
    contextValue: actionsOf(job, isWholeBatch && facts.canUndo(job)).join(' '),
    ...(hasOutput
      ? { onClick: { title: say('Open Result'), command: commands.openOutput, arguments: [job.id] } }
      : {}),
  };
}

function jobTooltip(job: Job, kept: number | undefined, { pathOf }: RowFacts): SafeText {
  const lines = [
    sourceNames(job) ?? wholePath(pathOf(job.source)),
    joined([serviceName(job.service), targetText(job), stateText(job)], ' · '),
    job.sourceBytes === undefined ? undefined : say('Source: {0}', sizeText(job.sourceBytes)),
    job.state.name === 'done' && job.state.outputBytes !== undefined
      ? say('Result: {0}', sizeText(job.state.outputBytes))
      : undefined,
    lostText([job]),
    keptText(kept),
    reasonText(job),
  ];
  return joined(lines, '\n');
}

function jobIcon({ state }: Job): RowIcon {
  switch (state.name) {
    case 'waiting':
    case 'queued':
      return { id: 'clock' };
    case 'uploading':
      return { id: 'cloud-upload' };
    case 'converting':
    case 'processing':
      return { id: 'sync~spin' };
    case 'downloading':
      return { id: 'cloud-download' };
    case 'placing':
      return { id: 'save' };
    case 'done':
      return { id: 'pass', color: 'testing.iconPassed' };
    case 'failed':
      return { id: 'error', color: 'testing.iconFailed' };
    case 'canceled':
      return { id: 'circle-slash' };
    case 'expired':
      return { id: 'history' };
    case 'needsCredits':
      return { id: 'credit-card', color: 'list.warningForeground' };
    case 'needsKey':
      return { id: 'key', color: 'list.warningForeground' };
    case 'needsName':
      return { id: 'edit', color: 'list.warningForeground' };
    case 'unconfirmed':
      return { id: 'question', color: 'list.warningForeground' };
    case 'offline':
      return { id: 'debug-disconnect', color: 'list.warningForeground' };
  }
}

/** Facts for the rows of jobs that aren't part of the jobs themselves. */
export interface RowFacts {
  readonly clock: Clock;
  /** Returns the path of a file as it is displayed. */
  readonly pathOf: (uri: string) => string;
  readonly canUndo: (job: Job) => boolean;
}

/** A job's target without the arrow, because screen readers would read the arrow's name. */
function spokenTarget(job: Job): SafeText {
  const target = targetName(job);
  return target === undefined ? say('compress') : say('to {0}', target);
}

/** The state of a job. On the screen, only its icon shows the state. */
export function spokenState(job: Job): SafeText {
  const { state, sourceBytes } = job;
  if (state.name !== 'done' || state.outcome !== 'saved') return stateText(job);
  if (state.outputBytes === undefined) return say('Done');
  if (!sourceBytes) return say('Done, {0}', sizeText(state.outputBytes));
  const change = sizeChange([job]);
  return joined(
    [
      say('Done, from {0} to {1}', sizeText(sourceBytes), sizeText(state.outputBytes)),
      change === undefined ? undefined : spokenChange(change),
    ],
    ', ',
  );
}

/** The name of a batch, as screen readers read it. */
function spokenBatchName(jobs: readonly Job[], folder: string | undefined): SafeText {
  const files = batchFiles(jobs, folder);
  const [first] = jobs;
  return joined([files, first && spokenTarget(first)], ', ');
}

/** The progress of a batch, as screen readers read it. */
function spokenTally(tally: JobTally): SafeText {
  const { all, done, active } = tally;
  if (done === all) return sayCount(all, { one: '{0} file, done', other: '{0} files, all done' });
  const working = active === 0 ? undefined : sayCount(active, { one: '{0} active', other: '{0} active' });
  return joined([say('{0} of {1} done', done, all), working, ...otherTallies(tally)], ', ');
}

/** The change in size of a batch's files; `undefined` if unknown. */
function spokenSavings(done: readonly Job[]): SafeText | undefined {
  const change = sizeChange(done);
  return change === undefined ? undefined : spokenChange(change);
}

function spokenChange(share: number): SafeText {
  if (share === 0) return say('the same size');
  return share < 0 ? say('{0} smaller', percentText(-share)) : say('{0} larger', percentText(share));
}

/**
 * The time until which the network certainly keeps a job's result, in milliseconds since the epoch; `undefined` if it
 * is unknown or past. Calculated from the time when the network accepted the job, although retention only begins when
 * the job ends (api.md, Service 6).
 */
export function resultExpiry({ state, charge }: Job, now: number): number | undefined {
  const hadResult =
    state.name === 'done' ? state.outcome === 'saved' : 'keptOutput' in state && !!state.keptOutput;
  if (!hadResult || charge === undefined) return undefined;
  const until = charge.at + retentionMs;
  return until > now ? until : undefined;
}
