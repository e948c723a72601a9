import { spawn } from 'node:child_process';
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { fileSize } from '../../fileSize.ts';
import { ConversionError } from '../conversionError.ts';
import type { Work } from '../work.ts';
import { programEnvironment } from './environment.ts';
import { cantRun, crashed, refused } from './faults.ts';

export interface ProgramRun {
  readonly work: Work;
  readonly args: readonly string[];
  /** Where the program leaves the output, if it can't be told: a path in its own folder. */
  readonly leaves?: string;
}

const maxSaidLength = 16 * 1024;

/**
 * Has the user's program write the output of a job, without a shell, in a folder of its own inside the job's. It is in
 * the process group of the worker, and so ends with it: at a limit, when the job is cancelled, and when the service is
 * gone. Only an exit code of 0 and an output that holds something count as success.
 * @throws ConversionError
 */
export async function runProgram({ work, args, leaves }: ProgramRun): Promise<void> {
  const { program, outputPath } = work;
  if (program === undefined) throw new ConversionError('conversion.failed', 'The program is not there.');
  const folder = programFolder(work);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { exitCode, said } = await ended(work, program, args, folder);
  if (exitCode === null) throw crashed(work);
  const output = leaves ?? outputPath;
  if (exitCode !== 0 || (await fileSize(output)) === 0) throw refused(work, said);
  if (output !== outputPath) await rename(output, outputPath);
}

/** The folder that is the program's own while it does the work. */
export function programFolder({ outputPath }: Work): string {
  return path.join(path.dirname(outputPath), 'home');
}

/** Waits for the program; `said` is what it said last, on either stream, and the exit code `null` for a signal. */
async function ended(
  work: Work,
  program: string,
  args: readonly string[],
  folder: string,
): Promise<{ exitCode: number | null; said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: programEnvironment(folder),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-maxSaidLength)));
    }
    child.once('error', (cause) => reject(cantRun(work, cause)));
    child.once('close', (exitCode) => resolve({ exitCode, said }));
  });
}
