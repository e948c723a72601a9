import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Job, type JobRequest, phaseOf } from '../../src/jobs/core/job.ts';
import type { ServiceId } from '../../src/jobs/core/service.ts';
import { mergeJournals, readJournal } from '../../src/jobs/journal/journalContent.ts';
import { picture } from './picture.ts';
import type { JobReport, RunnerOptions } from './runner.ts';
import type { Kill, Moment, PlannedFile, Round } from './schedule.ts';
import { TortureWindow } from './window.ts';

const lookEveryMs = 50;
const stuckAfterMs = 90_000;

export interface Played {
  readonly kills: number;
  /** Windows that crashed on their own. */
  readonly crashes: number;
  /** The journals' jobs once every window has closed. */
  readonly jobs: readonly Job[];
  /** The sources of unconfirmed jobs that the user has removed from the list. */
  readonly forgotten: ReadonlySet<string>;
}

/** Makes the files of a round: incompressible pictures of noise, and files that already have the names of outputs. */
export async function layOut(folder: string, { files }: Round): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { name, side, bystander } of files) {
    await writeFile(path.join(folder, name), await picture(name, side));
    if (bystander !== undefined)
      await writeFile(path.join(folder, bystander), `The person's own ${bystander}`);
  }
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
  watch: (notice: (moment: Moment) => void) => void,
): Promise<Played> {
  const windows: TortureWindow[] = [];
  const opened: TortureWindow[] = [];
  const pending = new Set(round.kills);
  const seen = new Map<Moment, number>();
  let [kills, striking] = [0, 0];
  const strike = async (kill: Kill): Promise<void> => {
    pending.delete(kill);
    striking += 1;
    if (kill.delayMs > 0) await delay(kill.delayMs);
    striking -= 1;
    if (windows[kill.window]?.kill(kill.target)) kills += 1;
  };
  const notice = (moment: Moment): void => {
    const nth = seen.get(moment) ?? 0;
    seen.set(moment, nth + 1);
    for (const kill of pending) if (kill.moment === moment && kill.nth === nth) void strike(kill);
  };
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
      if (requests.length > 0 && (await window.make({ do: 'add', requests })) !== undefined) notice('added');
      await window.ended;
    }
  };
  const kept = Array.from({ length: round.windows }, (_, index) => keepOpen(index));

  /** Performs an action in all windows, and resolves to the jobs that they then show. */
  const inAll = async (action: 'report' | 'forget' | 'close'): Promise<JobReport[]> => {
    const shown = await Promise.all(windows.map((window) => window.make({ do: action })));
    return shown.flatMap((jobs) => jobs ?? []);
  };
  const deadline = Date.now() + stuckAfterMs;
  const sources = new Set(round.files.map(({ name }) => uriOf(folder, name)));
  while (Date.now() < deadline) {
    await delay(lookEveryMs);
    const own = (await inAll('report')).filter(({ source }) => sources.has(source));
    if (new Set(own.map(({ source }) => source)).size < round.files.length || !own.every(isAtRest)) continue;
    // The moments of the kills that are still pending never came.
    const [next] = pending;
    if (next !== undefined) void strike(next);
    else if (striking === 0) break;
  }
  play.isOver = true;
  const forgotten = await inAll('forget');
  await inAll('close');
  await Promise.all(windows.map((window) => window.ended));
  await Promise.all(kept);
  return {
    kills,
    crashes: opened.filter((window) => window.hasCrashed).length,
    jobs: await jobsOnDisk(options.storageFolder),
    forgotten: new Set(forgotten.map(({ source }) => source)),
  };
}

export function uriOf(folder: string, name: string): string {
  return pathToFileURL(path.join(folder, name)).href;
}

/** The user's request for the file. */
function requestFor(folder: string, file: PlannedFile, service: ServiceId): JobRequest {
  const { name, targetFormat, onCollision, replaceSource } = file;
  return {
    tool: targetFormat === undefined ? 'compress' : 'convert',
    service,
    source: uriOf(folder, name),
    targetFormat,
    options: undefined,
    placement: { onCollision, replaceSource, suffix: '-compressed', keepDates: true, output: undefined },
  };
}

/** An offline job resumes automatically. */
function isAtRest({ state }: JobReport): boolean {
  return phaseOf(state) === 'ended' || state.name === 'unconfirmed';
}

/** The jobs in the journals of all windows, including dead ones. */
async function jobsOnDisk(storageFolder: string): Promise<readonly Job[]> {
  const folder = path.join(storageFolder, 'journals');
  const names = async (): Promise<string[]> => {
    const all = await readdir(folder).catch(() => []);
    return all.filter((name) => name.endsWith('.jsonl')).toSorted();
  };
  for (;;) {
    const before = await names();
    const texts = await Promise.all(
      before.map((name) => readFile(path.join(folder, name), 'utf8').catch(() => undefined)),
    );
    // A window that adopts jobs moves files while this function reads them.
    const whole = texts.filter((text) => text !== undefined);
    const isSettled = whole.length === texts.length && (await names()).join() === before.join();
    if (isSettled) return mergeJournals(whole.map(readJournal)).jobs;
  }
}
