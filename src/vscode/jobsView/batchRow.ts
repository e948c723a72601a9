import type { Job } from '../../jobs/core/job.ts';
import { folderOf } from '../../jobs/files/fileUri.ts';
import { batchName, savingsText, sizesText, type JobTally, tallyOf, tallyText } from '../text/batchRows.ts';
import { serviceName } from '../text/services.ts';
import { agoText, dateAndTime, keptText } from '../text/times.ts';
import { joined, say, wholePath, type SafeText } from '../text/safeText.ts';
import type { Row, RowFacts, RowIcon } from '../ui/treeRow.ts';
import { batchActionsOf } from './jobActions.ts';
import { resultExpiry } from './resultExpiry.ts';
import { spokenBatchName, spokenSavings, spokenTally } from './accessibleTexts.ts';

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
    tallyText(tally),
    savingsText(done),
    ended,
    jobs[0]?.targetFormat === undefined ? say('compress') : undefined,
  ];
  const isOpen = shown.length < jobs.length || tally.active + tally.parked + tally.failed > 0;
  return {
    label: batchName(jobs, folder),
    description: joined(parts, ' · '),
    tooltip: tooltipOf(jobs, folder, done, facts),
    spoken: joined([spokenBatchName(jobs, folder), spokenTally(tally), ended, spokenSavings(done)], ', '),
    icon: iconOf(tally),
    contextValue: batchActionsOf(shown, jobs.some(facts.canUndo)).join(' '),
    children: isOpen ? 'shown' : 'hidden',
  };
}

/** The time since the last of the jobs ended, as text. */
function endedText(jobs: readonly Job[], now: number): SafeText | undefined {
  const endedAt = jobs.reduce((last, { state }) => Math.max(last, 'endedAt' in state ? state.endedAt : 0), 0);
  return endedAt === 0 ? undefined : agoText(now - endedAt);
}

function tooltipOf(
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

function iconOf({ all, done, failed, active, parked }: JobTally): RowIcon {
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
