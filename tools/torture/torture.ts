import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { StandaloneService, testKey } from '../../test/support/service/standalone.ts';
import { audit, findingKinds, hashesIn, type Witness } from './audit.ts';
import { FaultyProxy } from './faultyProxy.ts';
import { localPlace } from './localPlace.ts';
import { layOut, type Played, runRound } from './round.ts';
import type { RunnerOptions } from './runner.ts';
import { type Moment, type Round, scheduleRound } from './schedule.ts';

/** The line that the command prints, with its fields in this order. */
interface TortureReport {
  rounds: number;
  jobs: number;
  kills: number;
  faults: number;
  filesLost: number;
  halfFiles: number;
  sourcesChanged: number;
  chargedTwice: number;
  unconfirmed: number;
  stuck: number;
}

interface TortureOptions {
  readonly seed: number;
  readonly rounds: number;
  /** True to convert on this computer, where local services and workers are killed, too. */
  readonly isLocal?: boolean;
  /** The number of parallel windows, which select some of the same files; by default, the seed decides. */
  readonly windows?: number;
  /**
   * True if the service accepts each submission only once, however often it is repeated, and announces that. True by
   * default.
   */
  readonly isExtended?: boolean;
  /** Called with a sentence about each fault. */
  readonly tell: (line: string) => void;
}

/** Converts the jobs of a run. */
export interface Place {
  readonly runner: Pick<RunnerOptions, 'clockSpeed' | 'service'>;
  /** The parts of a round, which run one after the other in the same folder. */
  parts(number: number): readonly [Round, ...Round[]];
  /** Prepares for a round, whose files are in the folder. */
  begin(round: Round, folder: string): Promise<Witness>;
  /** Reports moments that windows don't see themselves. */
  watch(notice: (moment: Moment) => void): void;
  /** Adds to the report what can be checked after the last round. */
  end(report: TortureReport, tell: TortureOptions['tell']): Promise<void>;
  stop(): Promise<void>;
}

const credits = 10_000_000;

/** Runs jobs through faults and kills, round by round in the same storage folder, and counts faults. */
export async function torture(options: TortureOptions): Promise<TortureReport> {
  const { seed, rounds, isLocal, tell } = options;
  const root = await mkdtemp(path.join(os.tmpdir(), 'torture-'));
  const storageFolder = path.join(root, 'storage');
  const place = isLocal ? await localPlace(root, seed) : await networkPlace(root, options);
  const runner = { storageFolder, clockStartedAt: Date.now(), ...place.runner };
  const report: TortureReport = {
    rounds: 0,
    jobs: 0,
    kills: 0,
    faults: 0,
    filesLost: 0,
    halfFiles: 0,
    sourcesChanged: 0,
    chargedTwice: 0,
    unconfirmed: 0,
    stuck: 0,
  };
  try {
    for (let number = 1; number <= rounds; number += 1) {
      const parts = place.parts(number);
      const round = { ...parts[0], files: parts.flatMap(({ files }) => files) };
      const folder = path.join(root, 'files', round.name);
      await layOut(folder, round);
      const before = await hashesIn(folder);
      const witness = await place.begin(round, folder);
      const played: Played[] = [];
      for (const part of parts)
        played.push(await runRound(part, folder, runner, (notice) => place.watch(notice)));
      const kills = played.reduce((sum, part) => sum + part.kills, 0);
      const crashes = played.reduce((sum, part) => sum + part.crashes, 0);
      const jobs = played.at(-1)?.jobs ?? [];
      const forgotten = new Set(played.flatMap((part) => [...part.forgotten]));
      const find = (kind: (typeof findingKinds)[number], line: string): void => {
        report[kind] += 1;
        tell(`${round.name}: ${kind}: ${line}`);
      };
      const evidence = {
        folder,
        storageFolder,
        round,
        before,
        witness,
        kills,
        crashes,
        jobs,
        forgotten,
        find,
      };
      await audit(evidence);
      report.rounds += 1;
      report.jobs += parts[0].files.length;
      report.kills += kills;
      report.unconfirmed += forgotten.size;
    }
    await place.end(report, tell);
  } finally {
    await place.stop();
    await rm(root, { recursive: true, force: true });
  }
  return report;
}

/** True if nothing was lost, truncated, changed, paid twice, left in doubt, or stuck. */
export function isClean(report: TortureReport): boolean {
  return [...findingKinds, 'unconfirmed' as const].every((kind) => report[kind] === 0);
}

/** A network behind a proxy that injects faults. */
async function networkPlace(root: string, options: TortureOptions): Promise<Place> {
  const { seed, windows, isExtended = true } = options;
  const settings = ['--plan', 'pro', '--credits', String(credits), '--job-delay-ms', '40'];
  const service = await StandaloneService.start(
    isExtended ? settings : [...settings, '--without-extensions'],
    { TMPDIR: root },
  );
  const proxy = await FaultyProxy.start(new URL(service.api.baseUrl));
  return {
    runner: { service: { baseUrl: proxy.baseUrl, key: testKey }, clockSpeed: 20 },
    parts: (number) => [scheduleRound(seed, number, windows)],
    begin: async (round) => {
      proxy.follow((kind, nth) => round.fault(kind, nth));
      return proxy;
    },
    watch: (notice) => {
      proxy.onMoment = notice;
    },
    end: async (report, tell) => {
      report.faults = proxy.faults;
      // The service's own ledger must agree with the observed actions.
      const { json } = await service.api.call('/convert/entitlements/me');
      const spent = credits - Number(json?.['remainingCredits']);
      if (spent === proxy.charged) return;
      tell(`${spent} credits were spent, but ${proxy.charged} submissions were accepted`);
      report.chargedTwice += Math.max(1, spent - proxy.charged);
    },
    stop: async () => {
      await proxy.stop();
      await service.stop();
    },
  };
}
