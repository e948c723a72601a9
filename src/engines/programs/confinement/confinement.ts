import type { Confinement } from '../../api/confinement.ts';
import type { Box, Command } from './box.ts';
import { ways } from './ways.ts';

/** The command that runs a program as confined as it is to be. */
export function confined(confinement: Confinement, box: Omit<Box, 'files'>, command: Command): Command {
  if (!('executable' in confinement)) return command;
  const { by, executable, files } = confinement;
  return ways[by].inBox(executable, { ...box, files }, command);
}

/** Whether what was said means that the box could not be made, and so nothing ran in it. */
export function isBoxFault(said: string): boolean {
  return /^(?:bwrap|unshare|sandbox-exec): /m.test(said);
}
