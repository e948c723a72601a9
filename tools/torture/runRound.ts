import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Job, phaseOf } from '../../src/jobs/core/job.ts';
import { Kills } from './kills.ts';
import type { JobReport, RunnerOptions } from './messages.ts';
import type { Moment, Round } from './schedule.ts';
import { requestFor } from './sources.ts';
import { TortureWindow } from './window.ts';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type JournalContent, mergeJournals, readJournal } from '../../src/jobs/journal/journalContent.ts';

const lookEveryMs = 50;
const stuckAfterMs = 90_000;

interface Played {
  readonly kills: number;
  /** Windows that crashed on their own. */
  readonly crashes: number;
  /** The journals' jobs once every window has closed. */
  readonly jobs: readonly Job[];
  /** The sources of unconfirmed jobs that the user has removed from the list. */
  readonly forgotten: ReadonlySet<string>;
}

/**
 * Runs a round: opens windows, selects files in them, kills and reopens them, until all jobs have ended or are
 * unconfirmed.
 * @param watch called with a function that takes the moments that windows don't see themselves
 */
export async function runRound(
  round: Round,
  folder: string,
  options: RunnerOptions,
  watch: (notice: (moment: Moment) => void) => void = () => {},
): Promise<Played> {
  const windows: TortureWindow[] = [];
  const opened: TortureWindow[] = [];
  const kills = new Kills(round.kills, ({ window, target }) => windows[window]?.kill(target) ?? false);
  const notice = (moment: Moment): void => kills.notice(moment);
  watch(notice);
  const serviceId = 'temporaryRoot' in options.service ? 'local' : 'network';
  const play = { isOver: false };

  /** Keeps a window open, and repeats selections that a kill kept from reaching any journal. */
  const keepOpen = async (index: number): Promise<void> => {
    while (!play.isOver) {
      const window = new TortureWindow(options, notice);
      windows[index] = window;
      opened.push(window);
      if ((await window.see('restored')) === undefined) continue;
      notice('restored');
      const known = new Set((await jobsOnDisk(options.storageFolder)).map(({ source }) => source));
      const requests = round.files
        .filter((file) => file.windows.includes(index))
        .map((file) => requestFor(folder, file, serviceId))
        .filter(({ source }) => !known.has(source));
      if (requests.length > 0 && (await window.make({ do: 'add', requests }, 'added')) !== undefined)
        notice('added');
      await window.ended;
    }
  };
  const kept = Array.from({ length: round.windows }, (_, index) => keepOpen(index));

  const deadline = Date.now() + stuckAfterMs;
  const sources = new Set(round.files.map(({ name }) => pathToFileURL(path.join(folder, name)).href));
  while (Date.now() < deadline) {
    await delay(lookEveryMs);
    const seen = (await Promise.all(windows.map((window) => window.jobs()))).flat();
    const own = seen.filter(({ source }) => sources.has(source));
    const seenSources = new Set(own.map(({ source }) => source));
    if (seenSources.size < round.files.length || !own.every(isAtRest)) continue;
    if (!kills.arePending) break;
    kills.force();
  }
  play.isOver = true;
  const forgotten = new Set((await Promise.all(windows.map(forget))).flat());
  await Promise.all(windows.map((window) => window.make({ do: 'close' }, 'closed')));
  await Promise.all(windows.map((window) => window.ended));
  await Promise.all(kept);
  const crashes = opened.filter((window) => window.hasCrashed).length;
  return { kills: kills.count, crashes, jobs: await jobsOnDisk(options.storageFolder), forgotten };
}

/** An offline job resumes automatically. */
function isAtRest({ state }: JobReport): boolean {
  return phaseOf(state) === 'ended' || state.name === 'unconfirmed';
}

async function forget(window: TortureWindow): Promise<string[]> {
  const sight = await window.make({ do: 'forget' }, 'forgotten');
  return sight !== undefined && 'jobs' in sight ? sight.jobs.map(({ source }) => source) : [];
}

/** The jobs in the journals of all windows, including dead ones. */
async function jobsOnDisk(storageFolder: string): Promise<readonly Job[]> {
  const folder = path.join(storageFolder, 'journals');
  for (;;) {
    const before = await namesOf(folder);
    const contents = await Promise.all(before.map((name) => read(path.join(folder, name))));
    // A window that adopts jobs moves files while this function reads them.
    const isSettled = (await namesOf(folder)).join() === before.join();
    const whole = contents.filter((content) => content !== undefined);
    if (isSettled && whole.length === contents.length) return mergeJournals(whole).jobs;
  }
}

async function namesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.jsonl')).toSorted();
}

async function read(file: string): Promise<JournalContent | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : readJournal(text);
}
