import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { JobState } from '../../src/jobs/core/job.ts';
import { LocalService } from '../../src/vscode/localService/localService.ts';
import { eventually } from '../../test/support/eventually.ts';
import { localServices } from '../../test/support/service/processes.ts';
import { bundle } from '../../test/support/service/standalone.ts';
import { audit, type Witness } from './audit.ts';
import { runRound } from './runRound.ts';
import { type PlannedFile, type Round, scheduleLocalRound } from './schedule.ts';
import { sha256 } from './serviceObserver.ts';
import { layOut } from './sources.ts';
import { addRound, emptyReport, type TortureOptions, type TortureReport } from './torture.ts';

/**
 * Runs jobs on this computer while windows, their local services, and workers are killed, with at least one service in
 * each round. Counts faults as `torture` does.
 */
export async function tortureLocal({
  seed,
  rounds,
  tell,
}: Pick<TortureOptions, 'seed' | 'rounds' | 'tell'>): Promise<TortureReport> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'torture-'));
  const storageFolder = path.join(root, 'storage');
  const temporaryRoot = path.join(root, 'service');
  const runner = { storageFolder, service: { temporaryRoot }, clockStartedAt: Date.now(), clockSpeed: 1 };
  const report = emptyReport();
  try {
    await mkdir(temporaryRoot);
    for (let number = 1; number <= rounds; number += 1) {
      const killed = scheduleLocalRound(seed, number);
      // The next conversion in a folder removes what killed windows have left there.
      const afterwards = { ...killed, windows: 1, files: [lastFile(killed)], kills: [] };
      const round = { ...killed, files: [...killed.files, ...afterwards.files] };
      const folder = path.join(root, 'files', round.name);
      const before = await layOut(folder, round);
      const witness = await inUndisturbed(temporaryRoot, async (service) =>
        ExpectedOutputs.of(round.files, folder, path.join(root, 'expected'), service),
      );
      const { kills, crashes } = await runRound(killed, folder, runner);
      const { jobs, forgotten } = await runRound(afterwards, folder, runner);
      const evidence = { folder, storageFolder, round, before, jobs, forgotten, crashes, witness };
      addRound(report, round, kills, await audit(evidence), tell);
    }
    // The next service removes the folders of those that were killed.
    await inUndisturbed(temporaryRoot, async (service) => service.start());
    const left = await readdir(temporaryRoot);
    for (const name of left) tell(`${name} was left by a local service`);
    report.halfFiles += left.length;
    return report;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Runs a local service that nothing kills, until it has ended. */
async function inUndisturbed<Result>(
  temporaryRoot: string,
  use: (service: LocalService) => Promise<Result>,
): Promise<Result> {
  const service = new LocalService({ scriptPath: bundle, temporaryRoot, log: () => {} });
  try {
    return await use(service);
  } finally {
    service.dispose();
    await eventually(localServices, (pids) => pids.length === 0);
  }
}

function lastFile({ name, files }: Round): PlannedFile {
  const [first] = files;
  if (first === undefined) throw new Error(`${name} has no files`);
  return { ...first, name: `${name}-last.png`, bystander: undefined, replaceSource: false, windows: [0] };
}

/** What a local service that isn't killed makes of a round's files. */
class ExpectedOutputs implements Witness {
  readonly #hashes = new Map<string, string>();

  static async of(
    files: readonly PlannedFile[],
    folder: string,
    scratch: string,
    service: LocalService,
  ): Promise<ExpectedOutputs> {
    const outputs = new ExpectedOutputs();
    await mkdir(scratch);
    for (const { name, targetFormat } of files) {
      const outputPath = path.join(scratch, name);
      const conversion = {
        tool: targetFormat === undefined ? 'compress' : 'convert',
        files: [{ path: path.join(folder, name), fileName: name }],
        ...(targetFormat && { to: targetFormat }),
        options: {},
        outputPath,
        mayRunPrograms: false,
        isUrgent: false,
      } as const;
      await service.convert(conversion, AbortSignal.timeout(120_000));
      outputs.#hashes.set(name, sha256(await readFile(outputPath)));
    }
    await rm(scratch, { recursive: true });
    return outputs;
  }

  /** Nothing is paid for on this computer. */
  acceptedOf(): readonly string[] {
    return [];
  }

  isOutputOf(fileName: string, hash: string): boolean {
    return this.#hashes.get(fileName) === hash;
  }

  /** A conversion whose worker was killed isn't repeated. */
  mayEnd(_: string, state: JobState): boolean {
    return state.name === 'failed' && state.problem.fault?.id === 'conversion.crashed';
  }
}
