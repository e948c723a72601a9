import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { StandaloneService, testKey } from '../../test/support/service/standalone.ts';
import { audit, type Findings } from './audit.ts';
import { FaultyProxy } from './faultyProxy.ts';
import { runRound } from './runRound.ts';
import { type Round, scheduleRound } from './schedule.ts';
import { layOut } from './sources.ts';
import { ServiceObserver } from './serviceObserver.ts';

/** The line that the command prints, with its fields in this order. */
export interface TortureReport {
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

const credits = 10_000_000;
const clockSpeed = 20;

export interface TortureOptions {
  readonly seed: number;
  readonly rounds: number;
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

/** Runs jobs through faults and kills, round by round in the same storage folder, and counts faults. */
export async function torture({
  seed,
  rounds,
  windows,
  isExtended = true,
  tell,
}: TortureOptions): Promise<TortureReport> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'torture-'));
  const service = await StandaloneService.start(
    [
      '--plan',
      'pro',
      '--credits',
      String(credits),
      '--job-delay-ms',
      '40',
      ...(isExtended ? [] : ['--without-extensions']),
    ],
    { TMPDIR: root },
  );
  const witness = new ServiceObserver();
  const { proxy, baseUrl } = await FaultyProxy.start(new URL(service.api.baseUrl), witness);
  const report = emptyReport();
  const storageFolder = path.join(root, 'storage');
  const runner = {
    storageFolder,
    service: { baseUrl, key: testKey },
    clockStartedAt: Date.now(),
    clockSpeed,
  };
  try {
    for (let number = 1; number <= rounds; number += 1) {
      const round = scheduleRound(seed, number, windows);
      const folder = path.join(root, 'files', round.name);
      const before = await layOut(folder, round);
      proxy.follow((kind, nth) => round.fault(kind, nth));
      const played = await runRound(round, folder, runner, (notice) => {
        proxy.onMoment = notice;
      });
      const findings = await audit({ folder, storageFolder, round, before, witness, ...played });
      report.unconfirmed += played.forgotten.size;
      addRound(report, round, played.kills, findings, tell);
    }
    report.faults = proxy.faults;
    // The service's own ledger must agree with the observed actions.
    const { json } = await service.api.call('/convert/entitlements/me');
    const spent = credits - Number(json?.['remainingCredits']);
    if (spent !== witness.charged) {
      tell(`${spent} credits were spent, but ${witness.charged} submissions were accepted`);
      report.chargedTwice += Math.max(1, spent - witness.charged);
    }
  } finally {
    await proxy.stop();
    await service.stop();
    await rm(root, { recursive: true, force: true });
  }
  return report;
}

/** True if nothing was lost, truncated, changed, paid twice, left in doubt, or stuck. */
export function isClean(report: TortureReport): boolean {
  const { filesLost, halfFiles, sourcesChanged, chargedTwice, unconfirmed, stuck } = report;
  return filesLost + halfFiles + sourcesChanged + chargedTwice + unconfirmed + stuck === 0;
}

export function emptyReport(): TortureReport {
  return {
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
}

/** Adds a round and its findings, and tells these. */
export function addRound(
  report: TortureReport,
  round: Round,
  kills: number,
  findings: Findings,
  tell: (line: string) => void,
): void {
  report.rounds += 1;
  report.jobs += round.files.length;
  report.kills += kills;
  for (const kind of ['filesLost', 'halfFiles', 'sourcesChanged', 'chargedTwice', 'stuck'] as const) {
    report[kind] += findings[kind].length;
    for (const line of findings[kind]) tell(`${round.name}: ${kind}: ${line}`);
  }
}
