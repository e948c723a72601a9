import type { WayId } from '../programFacts.ts';
import type { Box, Command } from './box.ts';
import { ways } from './ways.ts';

/** How a program of the user's is confined; it has been decided before it is given any file. */
export type Confinement =
  | {
      readonly by: WayId;
      /** What does it. */
      readonly executable: string;
      /** What the program may read besides its job's folder. */
      readonly files: readonly string[];
    }
  /** Whoever packaged it does it, or nobody. */
  | { readonly by: 'snap' | 'flatpak' | 'nobody' };

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
