import { spawn } from 'node:child_process';
import { Writable } from 'node:stream';
import { killGroup, type Launch, launched } from '../../../util/launch.ts';
import { type ProgramCommand, dataFd } from './sandbox.ts';
import { programEnvironment } from './environment.ts';

/** The end of a program. */
export interface ProgramEnd {
  /** `null` if a signal ended it. */
  readonly exitCode: number | null;
  /** The end of its output on either stream. */
  readonly said: string;
}

export interface RunOptions {
  /** Ends the program. */
  readonly signal?: AbortSignal;
  /** A launcher for the process that starts it, if it isn't this process. */
  readonly launch?: Launch | undefined;
}

const maxSaidLength = 16 * 1024;

/** Exit codes of a shell or a sandbox for a program that a signal ended: 128 plus the signal's number (signal(7)). */
const signalExitCodes: ReadonlySet<number | null> = new Set([132, 134, 135, 136, 137, 139]);

/**
 * Runs a program without a shell, in a folder of its own, until it ends. With a signal, which ends it and its children,
 * it gets its own process group; otherwise it stays in the caller's.
 * @throws Error of `spawn`, if it can't be started
 */
export async function spawned(
  { program, args, data }: ProgramCommand,
  home: string,
  { signal, launch }: RunOptions = {},
): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    const command = launched(launch, program, args);
    const child = spawn(command.program, command.args, {
      cwd: home,
      env: programEnvironment(home),
      stdio: ['ignore', 'pipe', 'pipe', data === undefined ? 'ignore' : 'pipe'],
      windowsHide: true,
      detached: signal !== undefined && process.platform !== 'win32',
    });
    const kill = (): void => {
      if (child.pid !== undefined) killGroup(child.pid);
    };
    const input = child.stdio[dataFd];
    // A program that couldn't be started reads nothing.
    if (input instanceof Writable) input.on('error', () => undefined).end(data);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-maxSaidLength)));
    }
    signal?.addEventListener('abort', kill, { once: true });
    child.once('error', reject);
    child.once('close', (exitCode) => {
      signal?.removeEventListener('abort', kill);
      resolve({ exitCode: signalExitCodes.has(exitCode) ? null : exitCode, said });
    });
  });
}
