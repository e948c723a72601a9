import type { Confinement } from '../../api/confinement.ts';
import type { Box, Command } from './box.ts';
import { giveTo, sandboxUser } from './root.ts';
import { type Ending, type RunOptions, spawned } from './spawned.ts';
import { ways } from './ways.ts';

/** What a program has of its job. */
export type JobBox = Omit<Box, 'files' | 'user'>;

/** The command that runs a program as confined as it is to be, by root for this user. */
export function confined(
  confinement: Confinement,
  box: JobBox,
  command: Command,
  user: number | undefined,
): Command {
  if (!('executable' in confinement)) return command;
  const { by, executable, files } = confinement;
  return ways[by].inBox(executable, { ...box, files, user }, command);
}

/**
 * Runs a program as confined as it is to be until it ends, or the signal ends it. Where root starts it, the job's folder
 * belongs to another user from then on.
 * @throws Error of `spawn`, or where the folder can't be given away
 */
export async function runConfined(
  confinement: Confinement,
  box: JobBox,
  command: Command,
  options: RunOptions = {},
): Promise<Ending> {
  const user = options.launch?.user === undefined ? sandboxUser() : undefined;
  const owner = options.launch?.user ?? ('executable' in confinement ? user : undefined);
  if (owner !== undefined) await giveTo(owner, box.folder);
  return spawned(confined(confinement, box, command, user), box.home, options);
}

/** Whether what was said means that the sandbox could not be made, and so nothing ran in it. */
export function isBoxFault(said: string): boolean {
  return /^(?:bwrap|unshare|setpriv|sandbox-exec): /m.test(said);
}
