import { type IOType, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { Writable } from 'node:stream';
import { killGroup, type Launch, launchCommand } from '../../../util/childProcess.ts';
import { type ProgramCommand, dataFd } from './sandbox.ts';
import { programEnvironment } from './environment.ts';

/** The result of a finished program. */
export interface ProgramEnd {
  /** The exit code; `null` if a signal ended the program. */
  readonly exitCode: number | null;
  /** The last part of the program's output on both streams. */
  readonly said: string;
}

export interface RunOptions {
  /** Kills the program and its children when it aborts. */
  readonly signal?: AbortSignal;
  /** Kills the program when it aborts, and leaves it in the caller's process group until then. */
  readonly limit?: AbortSignal | undefined;
  /** The launcher for programs, if another process starts them. */
  readonly launch?: Launch | undefined;
}

const maxSaidLength = 16 * 1024;

/**
 * The exit codes with which a shell or a sandbox reports that a signal ended the program: 128 plus the signal number
 * (signal(7)).
 */
const signalExitCodes: ReadonlySet<number | null> = new Set([132, 134, 135, 136, 137, 139]);

/**
 * Runs a program in its own folder, without a shell, until it ends. If a signal is given, the program gets its own
 * process group, which is killed when the signal aborts. Otherwise, the program stays in the caller's process group.
 * @throws Error of `spawn` if the program can't be started
 */
export async function spawnProgram(
  { program, args, data }: ProgramCommand,
  home: string,
  { signal, limit, launch }: RunOptions = {},
): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    const command = launchCommand(launch, program, args);
    const nothing = openSync(os.devNull, 'r');
    const child = spawn(command.program, command.args, {
      cwd: home,
      env: programEnvironment(home),
      stdio: withoutInherited(['ignore', 'pipe', 'pipe', data === undefined ? 'ignore' : 'pipe'], nothing),
      windowsHide: true,
      detached: signal !== undefined && process.platform !== 'win32',
    });
    closeSync(nothing);
    const kill = (): void => {
      if (child.pid !== undefined) killGroup(child.pid);
    };
    const stop = (): unknown => child.kill('SIGKILL');
    const input = child.stdio[dataFd];
    // Writing to a program that couldn't be started causes an error, which is ignored.
    if (input instanceof Writable) input.on('error', () => undefined).end(data);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-maxSaidLength)));
    }
    signal?.addEventListener('abort', kill, { once: true });
    limit?.addEventListener('abort', stop, { once: true });
    if (limit?.aborted) stop();
    child.once('error', reject);
    child.once('close', (exitCode) => {
      signal?.removeEventListener('abort', kill);
      limit?.removeEventListener('abort', stop);
      resolve({ exitCode: signalExitCodes.has(exitCode) ? null : exitCode, said });
    });
  });
}

type Stdio = (IOType | number | undefined)[];

/**
 * Replaces file descriptors that the program would inherit, because the process that started VS Code left them open. On
 * other systems, Node.js closes all descriptors but those in this list.
 */
function withoutInherited(stdio: Stdio, nothing: number): Stdio {
  if (process.platform !== 'linux') return stdio;
  for (const fd of readdirSync('/proc/self/fdinfo').map(Number)) {
    if (fd !== nothing && stdio[fd] !== 'pipe' && isInherited(fd)) stdio[fd] = nothing;
  }
  return Array.from(stdio, (each) => each ?? 'ignore');
}

/** The flag `O_CLOEXEC` in fcntl.h on Linux. */
const closesOnExec = 0o2000000;

function isInherited(fd: number): boolean {
  try {
    const [, flags = ''] = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8')) ?? [];
    return (Number.parseInt(flags, 8) & closesOnExec) === 0;
  } catch {
    // It was closed in the meantime.
    return false;
  }
}
