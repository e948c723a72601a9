import { mkdir, realpath, rename } from 'node:fs/promises';
import path from 'node:path';
import { fault } from '../../contract/faults/fault.ts';
import { fileSize } from '../../util/fileSize.ts';
import { ConversionError } from '../api/conversionError.ts';
import type { Work } from '../api/work.ts';
import { temporaryName } from './confinement/box.ts';
import { isBoxFault, runConfined } from './confinement/confinement.ts';
import type { Ending } from './confinement/spawned.ts';
import { cantRun, crashed, refused } from './faults.ts';

export interface ProgramRun {
  readonly work: Work;
  readonly args: readonly string[];
  /** Where the program leaves the output, if it can't be told: a path in its own folder. */
  readonly leaves?: string;
}

/** What a shell, or a box, ends with when a command can't be run, or is not there. */
const notRun: ReadonlySet<number | null> = new Set([126, 127]);

/**
 * Has the user's program write the output of a job, confined as was decided, in a folder of its own inside the job's. It
 * is in the process group of the worker, and so ends with it: at a limit, when the job is cancelled, and when the service
 * is gone. Only an exit code of 0 and an output that holds something count as success.
 * @throws ConversionError
 */
export async function runProgram({ work, args, leaves }: ProgramRun): Promise<void> {
  const { exitCode, said } = await ended(work, args);
  if (exitCode === null) throw crashed(work);
  const output = leaves ?? work.outputPath;
  if (exitCode !== 0 || (await fileSize(output)) === 0 || !(await isOwn(work, output))) {
    throw refused(work, said);
  }
  if (output !== work.outputPath) await rename(output, work.outputPath);
}

/** What the program says that is run for what it says alone, whatever it ends with. @throws ConversionError where it crashed */
export async function askProgram({ work, args }: Pick<ProgramRun, 'work' | 'args'>): Promise<string> {
  const { exitCode, said } = await ended(work, args);
  if (exitCode === null) throw crashed(work);
  return said;
}

/** The folder that is the program's own while it does the work. */
export function programFolder(work: Work): string {
  return path.join(jobFolder(work), 'home');
}

function jobFolder({ outputPath }: Work): string {
  return path.dirname(outputPath);
}

async function ended(work: Work, args: readonly string[]): Promise<Ending> {
  const { program, confinement, inputPath } = work;
  if (program === undefined || confinement === undefined) {
    throw new ConversionError(fault('program.missing'));
  }
  const [folder, home] = [jobFolder(work), programFolder(work)];
  await mkdir(path.join(home, temporaryName), { recursive: true, mode: 0o700 });
  const box = { folder, home, inputs: [inputPath] };
  const ending = await runConfined(confinement, box, { program, args }).catch((error: unknown) => {
    throw cantRun(work, error);
  });
  const noBox = confinement.by !== 'nobody' && ending.exitCode !== 0 && isBoxFault(ending.said);
  if (noBox || notRun.has(ending.exitCode)) throw cantRun(work, ending.said);
  return ending;
}

/** A link would lead whoever reads the output to a file of someone else's. */
async function isOwn(work: Work, output: string): Promise<boolean> {
  const folder = jobFolder(work);
  return (await realpath(output)) === path.join(await realpath(folder), path.relative(folder, output));
}
