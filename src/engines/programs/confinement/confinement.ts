import { type IOType, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { Writable } from 'node:stream';
import {
  childEnvironment,
  inLargePages,
  killGroup,
  type Launch,
  launchCommand,
} from '../../../util/childProcess.ts';
import type { Confinement } from '../../api/program.ts';
import { mechanisms } from './mechanisms.ts';
import { changeOwner, dataFd, type ProgramCommand, type Sandbox, sandboxUser } from './sandbox.ts';

/** The files of a job that a program can access, and the limit on those it writes. */
interface JobSandbox extends Omit<Sandbox, 'files' | 'user'> {
  /** The maximum size of each file, in bytes. */
  readonly maxFileBytes?: number | undefined;
}

/**
 * The number of processes and threads that the user of a sandbox may have, in all sandboxes together if root starts them.
 * A worker's watchdog ends a program that has fewer, but processes can multiply faster than it counts.
 */
const maxProcesses = 600 + 20 * os.availableParallelism();

/** The unit in which a shell limits the size of files. */
const blockBytes = 512;

/** Returns the command that runs a program with limits, in its sandbox, as the given user if root starts it. */
export function confined(
  confinement: Confinement,
  sandbox: JobSandbox,
  command: ProgramCommand,
  user: number | undefined,
): ProgramCommand {
  const isConfined = 'executable' in confinement;
  const limited = withLimits(command, isConfined, sandbox.maxFileBytes);
  if (!isConfined) return limited;
  const { by, executable, files } = confinement;
  return mechanisms[by].sandboxed(executable, { ...sandbox, files, user }, limited);
}

/**
 * Returns the command with limits that the system enforces: the size of each file, no core dumps, and in a sandbox the
 * number of processes. Outside of one, all processes of the user would count. Windows has no such limits.
 */
function withLimits(command: ProgramCommand, isConfined: boolean, maxFileBytes = Infinity): ProgramCommand {
  if (process.platform === 'win32') return command;
  const script = [
    'ulimit -c 0',
    ...(Number.isFinite(maxFileBytes) ? [`ulimit -f ${Math.ceil(maxFileBytes / blockBytes)}`] : []),
    // Shells have different options for the number of processes.
    ...(isConfined ? [`ulimit -u ${maxProcesses} 2>/dev/null || ulimit -p ${maxProcesses}`] : []),
    'exec "$0" "$@"',
  ].join('; ');
  return { ...command, program: '/bin/sh', args: ['-c', script, command.program, ...command.args] };
}

/**
 * Runs a program in its sandbox until the program ends or the signal aborts it. If root starts the program, this
 * transfers the job's folder to another user.
 * @throws Error of `spawn`, or if the folder's owner can't be changed
 */
export async function runConfined(
  confinement: Confinement,
  sandbox: JobSandbox,
  command: ProgramCommand,
  options: RunOptions = {},
): Promise<ProgramEnd> {
  const user = options.launch?.user === undefined ? sandboxUser() : undefined;
  const owner = options.launch?.user ?? ('executable' in confinement ? user : undefined);
  if (owner !== undefined) await changeOwner(owner, sandbox.folder);
  return spawnProgram(confined(confinement, sandbox, command, user), sandbox.home, options);
}

/** True if a program's output shows that the sandbox couldn't be created, so nothing ran in it. */
export function isSandboxError(said: string): boolean {
  return /^(?:bwrap|unshare|setpriv|sandbox-exec): /m.test(said);
}

/** The result of a finished program. */
export interface ProgramEnd {
  /** The exit code; `null` if a signal ended the program. */
  readonly exitCode: number | null;
  /** The last part of the program's output on both streams. */
  readonly said: string;
  /** True if the program was ended because it wrote more than its limit into a file. */
  readonly hitFileLimit: boolean;
}

interface RunOptions {
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

/** The exit code for the signal SIGXFSZ, which ends a program that exceeds its limit on file sizes. */
const fileLimitExitCode = 128 + 25;

/**
 * Runs a program in its own folder, without a shell, until it ends. If a signal is given, the program gets its own
 * process group, which is killed when the signal aborts. Otherwise, the program stays in the caller's process group.
 * @throws Error of `spawn` if the program can't be started
 */
async function spawnProgram(
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
    child.once('close', (exitCode, reason) => {
      signal?.removeEventListener('abort', kill);
      limit?.removeEventListener('abort', stop);
      const hitFileLimit = reason === 'SIGXFSZ' || exitCode === fileLimitExitCode;
      resolve({ exitCode: signalExitCodes.has(exitCode) ? null : exitCode, said, hitFileLimit });
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

/** A proxy address on which nothing listens, so that requests through the proxy fail. */
const deadProxy = 'http://127.0.0.1:9';

/** Returns the environment variables for a user's program: folders inside the job's folder, and English messages. */
export function programEnvironment(folder: string): NodeJS.ProcessEnv {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = childEnvironment(process.env);
  return {
    ...env,
    ...Object.fromEntries(['HOME', 'TMPDIR', 'TMP', 'TEMP'].map((name) => [name, folder])),
    ...Object.fromEntries(['http_proxy', 'https_proxy', 'all_proxy'].map((name) => [name, deadProxy])),
    LC_ALL: 'C.UTF-8',
    // On a busy computer, Tesseract's threads would spend more time waiting for each other than working.
    OMP_THREAD_LIMIT: '1',
    ...inLargePages,
  };
}
