import { engines } from '../index.ts';

/** Removes what programs that were killed while they worked somewhere in `folder` left behind outside of it. */
export function removeTraces(folder: string): void {
  for (const { program } of engines) program?.removeTraces?.(folder);
}
