import { engines } from '../index.ts';

/** Removes files outside `folder` that programs left behind when they were killed while working in it. */
export function removeLeftovers(folder: string): void {
  for (const { program } of engines) program?.removeTraces?.(folder);
}
