import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { StandaloneService, testKey } from '../../test/support/service/standalone.ts';
import { audit, hashesIn, noFindings, type Witness } from './audit.ts';
import { FaultyProxy } from './faultyProxy.ts';
import { counting } from './findings.ts';
import { localPlace } from './localPlace.ts';
import { layOut, type Played, runRound } from './round.ts';
import type { RunnerOptions } from './runner.ts';
import { type Moment, type Round, scheduleRound } from './schedule.ts';

const nothing = { rounds: 0, jobs: 0, kills: 0, faults: 0, unconfirmed: 0, ...noFindings };

/** The line that the command prints. */
type TortureReport = typeof nothing;

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
  const report = { ...nothing };
  const find = counting(report, tell);
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
      const crashes = played.reduce((sum, part) => sum + part.crashes, 0);
      const jobs = played.at(-1)?.jobs ?? [];
      const forgotten = new Set(played.flatMap((part) => [...part.forgotten]));
      await audit({ folder, storageFolder, round, before, witness, crashes, jobs, forgotten, find });
      report.rounds += 1;
      report.jobs += parts[0].files.length;
      report.kills += played.reduce((sum, { kills }) => sum + kills, 0);
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
  const { filesLost, halfFiles, sourcesChanged, chargedTwice, stuck, unconfirmed } = report;
  return filesLost + halfFiles + sourcesChanged + chargedTwice + stuck + unconfirmed === 0;
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
