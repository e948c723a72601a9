import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { LocalService } from '../../src/vscode/localService/localService.ts';
import { eventually } from '../../test/support/eventually.ts';
import { localServices } from '../../test/support/service/processes.ts';
import { bundle } from '../../test/support/service/standalone.ts';
import { sha256, type Witness } from './audit.ts';
import { type PlannedFile, scheduleLocalRound } from './schedule.ts';
import type { Place } from './torture.ts';

/** The local services of windows on this computer. */
export async function localPlace(root: string, seed: number): Promise<Place> {
  const temporaryRoot = path.join(root, 'service');
  await mkdir(temporaryRoot);

  /** Runs a local service that nothing kills, until it has ended. */
  const inUndisturbed = async <Result>(use: (service: LocalService) => Promise<Result>): Promise<Result> => {
    const service = new LocalService({ scriptPath: bundle, temporaryRoot, log: () => {} });
    try {
      return await use(service);
    } finally {
      service.dispose();
      await eventually(localServices, (pids) => pids.length === 0);
    }
  };

  return {
    runner: { service: { temporaryRoot }, clockSpeed: 1 },
    parts: (number) => {
      const killed = scheduleLocalRound(seed, number);
      // The next conversion in a folder removes what killed windows have left there.
      return [killed, { ...killed, windows: 1, files: [lastFile(killed.name, killed.files)], kills: [] }];
    },
    begin: (round, folder) =>
      inUndisturbed((service) => expectedOutputs(round.files, folder, path.join(root, 'expected'), service)),
    watch: () => {},
    end: async (report, tell) => {
      // The next service removes the folders of those that were killed.
      await inUndisturbed(async (service) => service.start());
      const left = await readdir(temporaryRoot);
      for (const name of left) tell(`${name} was left by a local service`);
      report.halfFiles += left.length;
    },
    stop: async () => {},
  };
}

function lastFile(round: string, [first]: readonly PlannedFile[]): PlannedFile {
  if (first === undefined) throw new Error(`${round} has no files`);
  return { ...first, name: `${round}-last.png`, bystander: undefined, replaceSource: false, windows: [0] };
}

/** What a local service that isn't killed makes of a round's files. */
async function expectedOutputs(
  files: readonly PlannedFile[],
  folder: string,
  scratch: string,
  service: LocalService,
): Promise<Witness> {
  const hashes = new Map<string, string>();
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
    hashes.set(name, sha256(await readFile(outputPath)));
  }
  await rm(scratch, { recursive: true });
  return {
    // Nothing is paid for on this computer.
    acceptedOf: () => [],
    isOutputOf: (name, hash) => hashes.get(name) === hash,
    // A conversion whose worker was killed isn't repeated.
    mayEnd: (_, state) => state.name === 'failed' && state.problem.fault?.id === 'conversion.crashed',
  };
}
