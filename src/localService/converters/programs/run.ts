import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { childEnvironment } from '../../launch/childEnvironment.ts';
import { ConversionError } from '../conversionError.ts';
import type { Work } from '../work.ts';

export interface ProgramRun {
  readonly work: Work;
  readonly args: readonly string[];
  /** Variables besides those that every program gets. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface ProgramEnd {
  readonly exitCode: number | null;
  /** What it said last, on either stream. */
  readonly said: string;
}

const maxSaidLength = 16 * 1024;
/** Nothing listens there, so what asks a proxy for the network gets nowhere. */
const deadProxy = 'http://127.0.0.1:9';

/**
 * Runs the user's program for a job, without a shell, in a folder of its own inside the job's. It is in the process
 * group of the worker, and so ends with it: at a limit, when the job is cancelled, and when the service is gone.
 * @throws ConversionError when the program can't be started
 */
export async function runProgram({ work, args, env = {} }: ProgramRun): Promise<ProgramEnd> {
  const { program } = work;
  if (program === undefined) throw new ConversionError('conversion.failed', 'The program is not there.');
  const home = homeOf(work);
  await mkdir(home, { recursive: true, mode: 0o700 });
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: home,
      env: { ...environment(home), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let said = '';
    const listen = (chunk: Buffer): void => {
      said = (said + chunk.toString()).slice(-maxSaidLength);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('error', (cause) =>
      reject(new ConversionError('conversion.failed', 'The program can’t be started.', { cause })),
    );
    child.once('close', (exitCode) => resolve({ exitCode, said }));
  });
}

/** The folder that a job's program may fill with what it likes. */
export function homeOf({ outputPath }: Work): string {
  return path.join(path.dirname(outputPath), 'home');
}

function environment(home: string): NodeJS.ProcessEnv {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = childEnvironment(process.env);
  return {
    ...env,
    ...Object.fromEntries(['HOME', 'TMPDIR', 'TMP', 'TEMP'].map((name) => [name, home])),
    ...Object.fromEntries(['http_proxy', 'https_proxy', 'all_proxy'].map((name) => [name, deadProxy])),
    LC_ALL: 'C.UTF-8',
  };
}
