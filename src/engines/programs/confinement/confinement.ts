import type { Confinement } from '../../api/program.ts';
import type { Sandbox, ProgramCommand } from './sandbox.ts';
import { changeOwner, sandboxUser } from './root.ts';
import { type ProgramEnd, type RunOptions, spawnProgram } from './spawnProgram.ts';
import { mechanisms } from './mechanisms.ts';

/** The files of a job that a program can access. */
type JobSandbox = Omit<Sandbox, 'files' | 'user'>;

/** Returns the command that runs a program in its sandbox, as the given user if root starts it. */
export function confined(
  confinement: Confinement,
  sandbox: JobSandbox,
  command: ProgramCommand,
  user: number | undefined,
): ProgramCommand {
  if (!('executable' in confinement)) return command;
  const { by, executable, files } = confinement;
  return mechanisms[by].sandboxed(executable, { ...sandbox, files, user }, command);
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
