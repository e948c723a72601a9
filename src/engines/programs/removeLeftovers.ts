import { engines } from '../index.ts';

/** Removes leftovers outside `folder` of programs that were killed while working in it. */
export function removeLeftovers(folder: string): void {
  for (const { program } of engines) program?.removeTraces?.(folder);
}
